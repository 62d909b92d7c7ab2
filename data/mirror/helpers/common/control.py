"""Helpers of programs that are carried to any framework: trees of JAX, which keep their leaves in the order of sorted keys and take None for nothing, and what a
function of PyTorch keeps for its gradient."""


class TreeShape:
    """What is left of a tree without its leaves."""

    def __init__(self, tree):
        self.tree = tree
        self.num_leaves = len(tree_leaves(tree))

    def unflatten(self, leaves):
        leaves = iter(leaves)
        return tree_map(lambda _: next(leaves), self.tree)

    def __eq__(self, other):
        return tree_map(lambda _: 0, self.tree) == tree_map(lambda _: 0, other.tree)


def tree_flatten(tree):
    return tree_leaves(tree), TreeShape(tree)


def tree_unflatten(shape, leaves):
    return shape.unflatten(leaves)


def tree_reduce(function, tree, *init):
    leaves = list(init) + tree_leaves(tree)
    out = leaves[0]
    for leaf in leaves[1:]:
        out = function(out, leaf)
    return out


def tree_all(tree):
    return all(bool(leaf) for leaf in tree_leaves(tree))


def tree_map(function, tree, *others):
    """As JAX does it: None is no leaf."""
    if isinstance(tree, dict):
        return {key: tree_map(function, tree[key], *[other[key] for other in others]) for key in sorted(tree)}
    if isinstance(tree, (list, tuple)):
        parts = [tree_map(function, *parts) for parts in zip(tree, *others)]
        return type(tree)(*parts) if hasattr(tree, "_fields") else type(tree)(parts)
    return None if tree is None else function(tree, *others)


def tree_leaves(tree):
    leaves = []
    tree_map(leaves.append, tree)
    return leaves


class Kept:
    """What a function of PyTorch keeps for its gradient."""

    saved_tensors, needs_input_grad = (), (True,) * 64

    def save_for_backward(self, *tensors):
        self.saved_tensors = tensors

    def mark_non_differentiable(self, *tensors):
        self.non_differentiable = tensors
