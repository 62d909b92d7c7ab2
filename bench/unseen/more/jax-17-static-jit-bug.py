from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames=("n", "scale"))
def tiled(x, n, scale=1.0):
    if n > 2:
        x = x * scale
    return jnp.tile(x, n)


print(tiled(jnp.arange(2.0), 3, scale=2.0))
print(tiled(jnp.arange(2.0), n=1))


@jax.jit
def power(x, n):
    return x ** n


print(power(jnp.array([2.0, 3.0]), 2))
