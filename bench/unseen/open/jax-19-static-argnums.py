from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnums=(1,))
def power(x, n):
    y = jnp.ones_like(x)
    for _ in range(n):
        y = y * x
    return y


print(power(jnp.array([1.0, 2.0, 3.0]), 3))


@jax.jit
def scaled(x, n):
    return x * n


print(scaled(jnp.arange(3), 2))
