import jax.numpy as jnp
from jax import lax

a = jnp.array([7, -7, 5], dtype=jnp.int32)
b = jnp.array([2, 2, -3], dtype=jnp.int32)
print(a // b, a % b)
print(lax.div(a, b), lax.rem(a, b))
print(jnp.floor_divide(a, b))
assert (a // b)[1] == -4
