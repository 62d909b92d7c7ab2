"""Helpers of programs that are carried to PyTorch: loops, branches, derivatives, trees."""
import torch


def attempt(own, *given):
    """What a loop or branch of PyTorch's own gives, which is no function of everything that Python can do; None where it refuses."""
    try:
        return own(*given)
    except (torch._dynamo.exc.TorchDynamoException, torch._dynamo.exc.UserError, RuntimeError):
        return None


def transformed():
    """Whether gradients or rows of a function are being taken: PyTorch's own loops and branches are not made for that."""
    return torch._C._functorch.maybe_current_level() is not None


def fresh(function):
    """PyTorch's own loops and branches want results that share nothing with what they were given."""
    return lambda *given: tree_map(lambda one: torch.as_tensor(one).clone(), function(*given))


def cond_of(condition, yes, no, *operands):
    operands = loop_values(tuple(operands))
    made = None if transformed() else attempt(getattr(torch, "cond"), torch.as_tensor(condition).bool(), fresh(yes), fresh(no), operands)
    if made is None:
        return yes(*operands) if condition else no(*operands)
    torch.cond  # it was PyTorch's own
    return made


def while_loop_of(condition, body, values, most=None):
    as_list = lambda given: list(given) if isinstance(given, (list, tuple)) else [given]
    if most is not None:
        first, step, values = condition, body, [*as_list(values), torch.tensor(0)]
        condition = lambda *now: (now[-1] < most) & torch.as_tensor(first(*now[:-1]))
        body = lambda *now: [*as_list(step(*now[:-1])), now[-1] + 1]
    whole = list(loop_while(lambda now: condition(*now), lambda now: as_list(body(*now)), as_list(values)))
    return whole if most is None else whole[:-1]


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
    end = torch.as_tensor(upper)
    return loop_while(lambda now: now[0] < end, lambda now: (now[0] + 1, body(*now)), (lower, init), wide)[1]


def loop_while(condition, body, init, wide=False):
    init = loop_values(init, wide)
    ahead = (lambda now: torch.as_tensor(condition(now)), lambda now: (fresh(body)(now),), (init,))
    made = None if transformed() else attempt(getattr(torch, "while_loop"), *ahead)
    if made is None:
        while condition(init):
            init = body(init)
        return init
    torch.while_loop  # it was PyTorch's own
    return made[0]


def switch(index, branches, *operands):
    """Beyond the ends the first or the last one."""
    operands = loop_values(tuple(operands))
    if len(branches) == 1:
        return branches[0](*operands)
    return cond_of(torch.as_tensor(index) <= 0, branches[0], lambda *given: switch(torch.as_tensor(index) - 1, branches[1:], *given), *operands)


def switch_case(index, branches):
    """The last one where there is none of that number."""
    branches = dict(branches) if isinstance(branches, dict) or isinstance(branches[0], tuple) else dict(enumerate(branches))
    first = min(branches)
    rest = {key: branches[key] for key in branches if key != first}
    return cond_of(torch.as_tensor(index) == first, branches[first], lambda: switch_case(index, rest)) if rest else branches[first]()


def case_of(pairs, default=None):
    """The first branch whose condition holds; the last one where none does and nothing else is said."""
    (condition, branch), rest = pairs[0], list(pairs[1:])
    if not rest and default is None:
        return branch()
    return cond_of(condition, branch, (lambda: case_of(rest, default)) if rest else default)


def associative_scan(function, x, reverse=False, axis=0):
    return torch._higher_order_ops.associative_scan(function, x, axis, reverse=reverse, combine_mode="generic")


def directional_of(function, primals, tangents, wide=False):
    return torch.func.jvp(function, tuple(loop_values(primals, wide)), tuple(loop_values(tangents, wide)))


def pulled_back(function, *primals):
    """The value, and a function that gives a tuple of gradients."""
    value, back = torch.func.vjp(function, *as_tensors(primals))

    def gradients(seed):
        out = back(as_tensors(seed))
        return out if isinstance(out, tuple) else (out,)

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
        self.function, self.inside = function, False

    def defvjp(self, forward, backward):
        def ahead(*inputs):
            self.inside = True
            try:
                return forward(*inputs)
            finally:
                self.inside = False

        self.made = custom_rule(self.function, ahead, backward)

    def __call__(self, *inputs):
        """What tells its derivative may call the function itself: then that is all it is."""
        if self.inside:
            return self.function(*inputs)
        return self.made.apply(*[torch.as_tensor(one) for one in inputs])


def custom_rule(function, ahead, back):
    class Custom(torch.autograd.Function):
        generate_vmap_rule = True

        @staticmethod
        def forward(*values):
            value = function(*values)
            return value.clone() if any(value is one for one in values) else value

        @staticmethod
        def setup_context(ctx, inputs, output):
            ctx.save_for_backward(*inputs)

        @staticmethod
        def backward(ctx, *seeds):
            """What is kept for the gradient is made once more: PyTorch keeps what came in alone."""
            return back(ahead(*ctx.saved_tensors)[1], *seeds)

    return Custom


def each_step(tree, k):
    return None if tree is None else type(tree)(each_step(one, k) for one in tree) if isinstance(tree, (list, tuple)) else tree[k]


def scan(function, init, xs, length=None, reverse=False):
    if reverse:
        turned = lambda tree: tree_map(lambda one: torch.flip(one, (0,)), tree)
        state, out = scan(function, init, turned(xs), length)
        return state, turned(out)
    if not transformed() and tree_leaves(init):
        steps = torch.arange(length) if xs is None else xs
        made = attempt(torch._higher_order_ops.__dict__["scan"], fresh(lambda state, step: function(state, None if xs is None else step)), init, steps)
        if made is not None:
            torch._higher_order_ops.scan  # it was PyTorch's own
            return made
    first = xs
    while isinstance(first, (list, tuple)):
        first = first[0]
    state, out = init, []
    for k in range(length if first is None else first.shape[0]):
        state, part = function(state, each_step(xs, k))
        out.append(part)
    return state, stacked(out)


def scan_states(function, x, init=None):
    """Every state on the way, as tf.scan gives them; without a beginning the first row is one."""
    if init is None:
        rows = scan_states(function, tree_map(lambda one: one[1:], x), tree_map(lambda one: one[0], x))
        return tree_map(lambda one, all: torch.cat([one[:1], all]), x, rows)
    return scan(lambda state, row: (function(state, row),) * 2, loop_values(init), x)[1]


def folded(function, x, init=None):
    """The last state, as tf.foldl gives it."""
    return tree_map(lambda one: one[-1], scan_states(function, x, init))


def folded_back(function, x, init=None):
    return folded(function, tree_map(lambda one: torch.flip(one, [0]), x), init)


def ravel_tree(tree):
    """One row of all numbers, and the way back."""
    leaves, shape = tree_flatten(tree)

    def back(row):
        parts = torch.split(row, [leaf.numel() for leaf in leaves])
        return shape.unflatten([part.reshape(leaf.shape) for part, leaf in zip(parts, leaves)])

    return torch.nn.utils.parameters_to_vector(leaves), back


class TensorList:
    """What tf.TensorArray keeps."""

    def __init__(self, parts=()):
        self.parts = dict(enumerate(parts))

    def write(self, index, value):
        self.parts[int(index)] = torch.as_tensor(value)
        return self

    def read(self, index):
        return self.parts[int(index)]

    def size(self):
        return len(self.parts)

    def unstack(self, value):
        return TensorList(torch.unbind(value))

    def stack(self):
        return torch.stack([self.parts[k] for k in sorted(self.parts)])

    def concat(self):
        return torch.cat([self.parts[k] for k in sorted(self.parts)])


class CustomDerivative:
    """A function of JAX whose derivative in a direction is told apart."""

    def __init__(self, function):
        self.function = function

    def defjvp(self, rule):
        self.made = directed_rule(self.function, rule)
        return rule

    def __call__(self, *inputs):
        return self.made.apply(*[torch.as_tensor(one) for one in inputs])


def directed_rule(function, rule):
    class Custom(torch.autograd.Function):
        generate_vmap_rule = True

        @staticmethod
        def forward(*values):
            value = function(*values)
            return value.clone() if any(value is one for one in values) else value

        @staticmethod
        def setup_context(ctx, inputs, output):
            ctx.save_for_backward(*inputs)
            ctx.save_for_forward(*inputs)

        @staticmethod
        def jvp(ctx, *tangents):
            return rule(ctx.saved_tensors, tangents)[1]

        @staticmethod
        def backward(ctx, seed):
            inputs = ctx.saved_tensors
            along = lambda *tangents: rule(inputs, tangents)[1]
            return torch.func.vjp(along, *[torch.zeros_like(one) for one in inputs])[1](seed)

    return Custom


def printed(*parts):
    """As TensorFlow prints: numbers in front of their tensors' names."""
    print(*[part.tolist() if isinstance(part, torch.Tensor) and part.ndim == 0 else part for part in parts])


def printed_as(format, *parts):
    print(format.format(*parts))
