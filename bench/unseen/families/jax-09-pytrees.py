import jax
import jax.numpy as jnp
from jax import tree_util

tree = {"a": jnp.ones(2), "b": [jnp.zeros(3), (jnp.array(5.0), None)]}
leaves, treedef = jax.tree_util.tree_flatten(tree)
print(len(leaves), treedef.num_leaves)
doubled = tree_util.tree_unflatten(treedef, [2 * leaf for leaf in leaves])
print(doubled["b"][1][0])
print(jax.tree.reduce(lambda s, leaf: s + leaf.sum(), tree, 0.0))
print(jax.tree_util.tree_map(lambda p, q: p + q, tree, doubled)["a"])
print(jax.tree.map(jnp.shape, tree)["b"][0], jax.tree.leaves(tree)[0], tree_util.tree_all(jax.tree.map(lambda v: bool(jnp.isfinite(v).all()), tree)))
flat, unravel = jax.flatten_util.ravel_pytree(tree)
print(flat.shape, unravel(flat * 3)["a"])
grads = jax.grad(lambda t: (t["a"] ** 2).sum() + t["b"][0].sum())({"a": jnp.array([1.0, 2.0]), "b": [jnp.zeros(3)]})
print(grads)
batched = jax.vmap(lambda t: t["x"] * t["y"])({"x": jnp.arange(3.0), "y": jnp.arange(3.0) + 1})
print(batched)
