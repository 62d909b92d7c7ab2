"""Helpers of programs that are carried to any framework: loops, branches, derivatives, trees."""


def each_step(tree, k):
    return None if tree is None else type(tree)(each_step(one, k) for one in tree) if isinstance(tree, (list, tuple)) else tree[k]


def scan(function, init, xs, length=None):
    first = xs
    while isinstance(first, (list, tuple)):
        first = first[0]
    state, out = init, []
    for k in range(length if first is None else first.shape[0]):
        state, part = function(state, each_step(xs, k))
        out.append(part)
    return state, stacked(out)


def fori_loop(lower, upper, body, init):
    for k in range(int(lower), int(upper)):
        init = body(k, init)
    return init


def while_loop(condition, body, init):
    while condition(init):
        init = body(init)
    return init
