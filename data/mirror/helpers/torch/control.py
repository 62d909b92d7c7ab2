"""Helpers of programs that are carried to PyTorch: loops, branches, derivatives, trees."""
import torch


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


def loop_values(tree, wide=False):
    """What a loop of JAX begins with becomes arrays, numbers of Python as well."""
    if isinstance(tree, dict):
        return {key: loop_values(value, wide) for key, value in tree.items()}
    if isinstance(tree, (list, tuple)):
        return type(tree)(loop_values(value, wide) for value in tree)
    if isinstance(tree, bool) or not isinstance(tree, (int, float)):
        return torch.tensor(tree) if isinstance(tree, bool) else tree
    kinds = (torch.int64, torch.float64) if wide else (torch.int32, torch.float32)
    return torch.tensor(tree, dtype=kinds[isinstance(tree, float)])


def counted_loop(lower, upper, body, init, wide=False):
    init = loop_values(init, wide)
    for k in range(int(lower), int(upper)):
        init = body(loop_values(k, wide), init)
    return init


def loop_while(condition, body, init, wide=False):
    init = loop_values(init, wide)
    while condition(init):
        init = body(init)
    return init


def switch(index, branches, *operands):
    """Beyond the ends the first or the last one."""
    return branches[min(max(int(index), 0), len(branches) - 1)](*operands)


def switch_case(index, branches):
    """The last one where there is none of that number."""
    branches = dict(branches) if isinstance(branches, dict) or isinstance(branches[0], tuple) else dict(enumerate(branches))
    return branches.get(int(index), branches[max(branches)])()


def associative_scan(function, x, reverse=False, axis=0):
    parts = list(torch.unbind(x, dim=axis))
    parts = parts[::-1] if reverse else parts
    out = parts[:1]
    for part in parts[1:]:
        out.append(function(out[-1], part))
    return torch.stack(out[::-1] if reverse else out, dim=axis)


def directional_of(function, primals, tangents, wide=False):
    return torch.func.jvp(function, tuple(loop_values(primals, wide)), tuple(loop_values(tangents, wide)))


def pulled_back(function, *primals):
    """The value, and a function that gives a tuple of gradients."""
    value, back = torch.func.vjp(function, *as_tensors(primals))

    def gradients(seed):
        out = back(as_tensors(seed))
        return out if len(primals) > 1 else (out,)

    return value, gradients


def jacobian_by(value, by, create_graph=False):
    """Of a value that was computed already, element by element."""
    rows = [torch.autograd.grad(one, by, retain_graph=True, create_graph=create_graph)[0] for one in value.flatten()]
    return torch.stack(rows).reshape(value.shape + by.shape)


def custom_gradient(function):
    """A function that gives its value, and a function for its gradients."""
    def call(*inputs):
        class Custom(torch.autograd.Function):
            @staticmethod
            def forward(ctx, *values):
                with torch.enable_grad():
                    value, ctx.back = function(*[one.detach() for one in values])
                return value.detach()

            @staticmethod
            def backward(ctx, *seeds):
                return ctx.back(*seeds)

        return Custom.apply(*[torch.as_tensor(one) for one in inputs])

    return call


class CustomGradient:
    """A function of JAX whose gradient is told apart."""

    def __init__(self, function):
        self.function = function

    def defvjp(self, forward, backward):
        self.made = custom_rule(self.function, forward, backward)

    def __call__(self, *inputs):
        return self.made.apply(*[torch.as_tensor(one) for one in inputs])


def custom_rule(function, ahead, back):
    class Custom(torch.autograd.Function):
        @staticmethod
        def forward(*values):
            value = function(*values)
            return value.clone() if any(value is one for one in values) else value

        @staticmethod
        def setup_context(ctx, inputs, output):
            ctx.kept = ahead(*inputs)[1]

        @staticmethod
        def backward(ctx, *seeds):
            return back(ctx.kept, *seeds)

    return Custom


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
