import jax.numpy as jnp

x = jnp.array([3, 1, 2, 3, 1])
print(jnp.sort(x), jnp.argsort(x))
print(jnp.unique(x))
print(jnp.bincount(x, length=5))
print(jnp.searchsorted(jnp.array([1, 2, 3]), 2))
print(jnp.flip(x), jnp.roll(x, 2))
print(jnp.median(x), jnp.percentile(x, 75), jnp.var(x), jnp.std(x))
