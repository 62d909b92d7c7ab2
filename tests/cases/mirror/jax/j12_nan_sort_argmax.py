import jax.numpy as jnp

v = jnp.array([3.0, jnp.nan, 1.0])
print(jnp.sort(v), jnp.argmax(v), jnp.nanmax(v))
print(jnp.median(jnp.array([4.0, 1.0, 3.0])))
order = jnp.argsort(jnp.array([3, 1, 2]))[::-1]
print(order)
assert jnp.isnan(jnp.max(v))
