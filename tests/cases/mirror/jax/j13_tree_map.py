import jax
import jax.numpy as jnp

params = {"w": jnp.ones((2, 2)), "b": jnp.zeros(2)}
scaled = jax.tree_util.tree_map(lambda p: p * 0.5, params)
print(scaled["w"], scaled["b"])
leaves = jax.tree_util.tree_leaves(scaled)
print(sum(l.sum() for l in leaves))
