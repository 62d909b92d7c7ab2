import jax
jax.config.update("jax_enable_x64", True)
import jax.numpy as jnp

x = jnp.array([1, 2, 3], dtype=jnp.int64)
y = x / 3
print(x.dtype, y.dtype)
assert y.dtype == jnp.float64
print(jnp.finfo(jnp.float32).eps, jnp.iinfo(jnp.int16).max)
print(jnp.promote_types(jnp.int32, jnp.float16), jnp.result_type(x, 1.0))
print(y.astype(jnp.bfloat16))
print(jnp.int8(127) + jnp.int8(1))
