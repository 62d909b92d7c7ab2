import jax
jax.config.update("jax_enable_x64", True)
import jax.numpy as jnp

x = jnp.array([1e16, 1.0, -1e16])
print(jnp.sum(x), x.dtype)
y = jnp.cumsum(jnp.full(10, 0.1))
print(y[-1])
assert abs(y[-1] - 1.0) < 1e-12
