import jax
import jax.numpy as jnp

print((jnp.int32(1) + jnp.float16(2)).dtype)
print((jnp.array([1, 2], dtype=jnp.uint8) + 3).dtype)
print(jnp.arange(3).dtype, jnp.ones(2).dtype)
print(jnp.array([250, 10], dtype=jnp.uint8) + jnp.array([10, 10], dtype=jnp.uint8))
print(jnp.result_type(jnp.int8, jnp.bfloat16))
print(jnp.array([1.9, -1.9]).astype(jnp.int32))
print(jnp.iinfo(jnp.int16).max)
