import jax
import jax.numpy as jnp

x = jnp.array([0.0, -1.0, 4.0])
print(jnp.log(x), jnp.sqrt(x))
print(jnp.isnan(jnp.sqrt(x)), jnp.nansum(jnp.sqrt(x)))
print(jax.grad(lambda v: jnp.sqrt(v))(0.0))
print(jax.grad(lambda v: jnp.where(v > 0, jnp.sqrt(v), 0.0))(0.0))
print(jnp.sign(x), jnp.reciprocal(x), jnp.power(x, 0.5))
