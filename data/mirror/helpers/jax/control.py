"""Helpers of programs that are carried to JAX: loops, branches, derivatives, trees."""
import jax
import jax.numpy as jnp


def gradient_and_value_of(function, argnums=0):
    return lambda *inputs: jax.value_and_grad(function, argnums)(*inputs)[::-1]


def while_loop_of(condition, body, values, most=None):
    as_list = lambda given: list(given) if isinstance(given, (list, tuple)) else [given]
    if most is not None:
        first, step, values = condition, body, [*as_list(values), 0]
        condition = lambda *now: (now[-1] < most) & first(*now[:-1])
        body = lambda *now: [*as_list(step(*now[:-1])), now[-1] + 1]
    whole = jax.lax.while_loop(lambda now: condition(*now), lambda now: as_list(body(*now)), as_list(values))
    return whole if most is None else whole[:-1]


def device_scope(name):
    """/cpu:0 and /device:CPU:0 of TensorFlow."""
    return jax.default_device(jax.devices("gpu" if "GPU" in name.upper() else "cpu")[0])


def scan_states(function, x, init=None):
    """Every state on the way, as tf.scan gives them; without a beginning the first row is one."""
    if init is None:
        rows = scan_states(function, jax.tree.map(lambda one: one[1:], x), jax.tree.map(lambda one: one[0], x))
        return jax.tree.map(lambda one, all: jnp.concatenate([one[:1], all]), x, rows)
    return jax.lax.scan(lambda state, row: (function(state, row),) * 2, jax.tree.map(jnp.asarray, init), x)[1]


def folded(function, x, init=None):
    """The last state, as tf.foldl gives it."""
    return jax.tree.map(lambda one: one[-1], scan_states(function, jax.tree.map(jnp.asarray, x), init))


def folded_back(function, x, init=None):
    return folded(function, jax.tree.map(lambda one: jnp.flip(one, 0), x), init)


def case_of(pairs, default=None):
    """The first branch whose condition holds; the last one where none does and nothing else is said."""
    (condition, branch), rest = pairs[0], list(pairs[1:])
    if not rest and default is None:
        return branch()
    return jax.lax.cond(condition, branch, (lambda: case_of(rest, default)) if rest else default)


def switch_case(index, branches):
    """The last one where there is none of that number."""
    branches = dict(branches) if isinstance(branches, dict) or isinstance(branches[0], tuple) else dict(enumerate(branches))
    keys = sorted(branches)
    place = jnp.searchsorted(jnp.asarray(keys), index)
    known = jnp.isin(index, jnp.asarray(keys))
    return jax.lax.switch(jnp.where(known, place, len(keys) - 1), [branches[key] for key in keys])


class ArrayList:
    """What tf.TensorArray keeps."""

    def __init__(self, parts=()):
        self.parts = dict(enumerate(parts))

    def write(self, index, value):
        self.parts[int(index)] = jnp.asarray(value)
        return self

    def read(self, index):
        return self.parts[int(index)]

    def size(self):
        return len(self.parts)

    def unstack(self, value):
        return ArrayList(list(value))

    def stack(self):
        return jnp.stack([self.parts[k] for k in sorted(self.parts)])

    def concat(self):
        return jnp.concatenate([self.parts[k] for k in sorted(self.parts)])


class Function:
    """A function of PyTorch that tells its own gradient."""

    @classmethod
    def apply(cls, *inputs):
        places, plain = [k for k, one in enumerate(inputs) if isinstance(one, jax.Array)], {}

        def forward(*tensors):
            given, ctx = list(inputs), Kept()
            for place, tensor in zip(places, tensors):
                given[place] = tensor
            out = cls.forward(ctx, *given)
            held = {name: value for name, value in vars(ctx).items() if any(isinstance(one, jax.Array) for one in jax.tree.leaves(value))}
            plain.update((name, value) for name, value in vars(ctx).items() if name not in held)
            return out, (held, tensors)

        def backward(kept, seeds):
            ctx = Kept()
            vars(ctx).update(plain, **kept[0])
            gradients = cls.backward(ctx, *(seeds if isinstance(seeds, tuple) else (seeds,)))
            gradients = gradients if isinstance(gradients, tuple) else (gradients,)
            return tuple(jnp.zeros_like(tensor) if gradients[place] is None else gradients[place] for place, tensor in zip(places, kept[1]))

        call = jax.custom_vjp(lambda *tensors: forward(*tensors)[0])
        call.defvjp(forward, backward)
        return call(*[inputs[place] for place in places])


def printed(*parts):
    jax.debug.print(" ".join(["{}"] * len(parts)), *parts)


def custom_gradient(function):
    """A function that gives its value, and a function for its gradients."""
    def backward(inputs, seed):
        given = function(*inputs)[1](seed)
        return tuple(given) if isinstance(given, (list, tuple)) else (given,)

    call = jax.custom_vjp(lambda *inputs: function(*inputs)[0])
    call.defvjp(lambda *inputs: (function(*inputs)[0], inputs), backward)
    return call


def pulled_at(function, x, v):
    """What the function gives of x, and v pulled back through it."""
    out, back = jax.vjp(function, x)
    return out, back(v)[0]
