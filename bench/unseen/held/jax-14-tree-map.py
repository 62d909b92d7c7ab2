import jax
import jax.numpy as jnp

params = {"w": jnp.ones((2, 2)), "b": jnp.zeros(2)}
grads = {"w": jnp.full((2, 2), 0.5), "b": jnp.ones(2)}
new = jax.tree_util.tree_map(lambda p, g: p - 0.1 * g, params, grads)
print(new["w"], new["b"])
leaves = jax.tree_util.tree_leaves(new)
print(len(leaves), sum(l.size for l in leaves))
