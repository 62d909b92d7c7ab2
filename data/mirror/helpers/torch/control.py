"""Helpers of programs that are carried to PyTorch: loops, branches, derivatives, trees."""


def cond_of(condition, yes, no, *operands):
    return yes(*operands) if condition else no(*operands)


def while_loop_of(condition, body, values):
    values = list(values)
    while condition(*values):
        values = body(*values)
        values = list(values) if isinstance(values, (list, tuple)) else [values]
    return values


def tree_map(function, tree, *others):
    if isinstance(tree, dict):
        return {key: tree_map(function, tree[key], *[other[key] for other in others]) for key in sorted(tree)}
    if isinstance(tree, (list, tuple)):
        return type(tree)(tree_map(function, *parts) for parts in zip(tree, *others))
    return function(tree, *others)


def tree_leaves(tree):
    leaves = []
    tree_map(leaves.append, tree)
    return leaves
