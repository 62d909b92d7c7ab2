import jax
import jax.numpy as jnp
from typing import NamedTuple


class State(NamedTuple):
    mean: jnp.ndarray
    count: int


def step(state, x):
    n = state.count + 1
    return State(state.mean + (x - state.mean) / n, n)


s = State(jnp.zeros(2), 0)
for row in jnp.arange(6.0).reshape(3, 2):
    s = step(s, row)
print(s.mean, s.count)
tree = {"a": [jnp.ones(2), 3.0], "b": (jnp.zeros(1),)}
leaves, treedef = jax.tree_util.tree_flatten(tree)
print(len(leaves))
doubled = jax.tree_util.tree_map(lambda x: x * 2, tree)
back = jax.tree_util.tree_unflatten(treedef, leaves)
print(jax.tree_util.tree_reduce(lambda a, b: a + jnp.sum(b), doubled, 0.0))
assert len(jax.tree_util.tree_leaves(tree)) == 3
