import jax
import jax.numpy as jnp

x = jnp.array([[3, 1, 2], [9, 7, 8]])
print(jnp.sort(x, axis=0), jnp.argsort(-x, axis=1))
print(jnp.lexsort((x[0], x[1])))
vals, idx = jax.lax.top_k(x, 2)
print(vals, idx)
print(jnp.searchsorted(jnp.array([1, 3, 5]), jnp.array([0, 3, 6]), side="right"))
print(jnp.unique(jnp.array([3, 1, 3, 2]), return_counts=True))
print(jnp.percentile(jnp.arange(11.0), 25), jnp.median(x))
print(jnp.digitize(jnp.array([0.2, 6.4]), jnp.array([0.0, 1.0, 2.5])))
