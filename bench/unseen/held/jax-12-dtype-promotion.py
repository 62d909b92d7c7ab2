import jax.numpy as jnp

a = jnp.array([1, 2, 3], dtype=jnp.int32)
b = jnp.array([0.5, 0.5, 0.5], dtype=jnp.float16)
c = a + b
print(c.dtype, c)
print((a * 2).dtype, (a / 2).dtype)
print(jnp.uint8(250) + jnp.array([10], dtype=jnp.uint8))
print(jnp.result_type(jnp.int8, jnp.uint8))
print(jnp.true_divide(a, 0))
