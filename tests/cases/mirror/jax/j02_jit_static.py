import jax
import jax.numpy as jnp
from functools import partial


@partial(jax.jit, static_argnums=(1,))
def power(x, n):
    out = jnp.ones_like(x)
    for _ in range(n):
        out = out * x
    return out


print(power(jnp.array([2.0, 3.0]), 3))
assert power(jnp.array([2.0]), 2)[0] == 4.0
