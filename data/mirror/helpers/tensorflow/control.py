"""Helpers of programs that are carried to TensorFlow: loops, branches, derivatives, trees."""
import tensorflow as tf


def call_of(model):
    """A function that keeps its model alive."""
    return lambda *inputs, **options: model(*inputs, **options)


def gradient_and_value_of(function, argnums=0):
    return lambda *inputs: value_and_gradient_of(function, argnums)(*inputs)[::-1]


def jacobian_of(function, argnums=0):
    def jacobian(*inputs):
        inputs = list(inputs)
        inputs[argnums] = tf.convert_to_tensor(inputs[argnums])
        with tf.GradientTape() as tape:
            tape.watch(inputs[argnums])
            value = function(*inputs)
        return tape.jacobian(value, inputs[argnums], unconnected_gradients="zero")

    return jacobian


def hessian_of(function):
    return jacobian_of(gradient_of(function))


def mapped(function, in_axes=0, out_axes=0):
    def moved(x, axis, to):
        def one(tensor):
            order = [k for k in range(len(tensor.shape)) if k != axis % len(tensor.shape)]
            order.insert(to % len(tensor.shape), axis % len(tensor.shape))
            return tf.transpose(tensor, order)
        return tf.nest.map_structure(one, x)

    def over(*inputs):
        axes = [in_axes] * len(inputs) if isinstance(in_axes, int) or in_axes is None else in_axes

        def row(parts):
            parts = iter(parts)
            return function(*[x if a is None else next(parts) for x, a in zip(inputs, axes)])

        out = tf.vectorized_map(row, [moved(x, a, 0) for x, a in zip(inputs, axes) if a is not None])
        return moved(out, 0, out_axes) if isinstance(out_axes, int) else tuple(moved(one, 0, axis) for one, axis in zip(out, out_axes))

    return over


def cond_of(condition, yes, no, *operands):
    return tf.cond(condition, lambda: yes(*operands), lambda: no(*operands))


def tensors_of(tree):
    return tf.nest.map_structure(tf.convert_to_tensor, tree)


def vjp_of(function, *inputs):
    """The value, and a function that multiplies a row with the derivative."""
    inputs = [tensors_of(x) for x in inputs]
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(inputs)
        value = function(*inputs)

    def back(row):
        row = tf.nest.map_structure(lambda one, of: tf.cast(one, of.dtype), row, value)
        return tuple(tape.gradient(value, inputs, output_gradients=row, unconnected_gradients="zero"))

    return value, back


def jvp_of(function, inputs, tangents):
    """The value, and the derivative in the direction of the tangents."""
    inputs = [tensors_of(x) for x in inputs]
    tangents = tf.nest.map_structure(lambda x, one: tf.cast(one, x.dtype), inputs, list(tangents))
    with tf.autodiff.ForwardAccumulator(inputs, tangents) as accumulator:
        value = function(*inputs)
    return value, tf.nest.map_structure(lambda one: accumulator.jvp(one, unconnected_gradients="zero"), value)


class custom_vjp:
    """A function whose derivative the program gives."""

    def __init__(self, function):
        self.function, self.forward, self.backward, self.inside = function, None, None, False

    def defvjp(self, forward, backward):
        self.forward, self.backward = forward, backward

    def __call__(self, *inputs):
        if self.forward is None:
            raise AttributeError("no derivative was given by defvjp")

        # What tells its derivative may call the function itself: then that is all it is.
        if self.inside:
            return self.function(*inputs)

        @tf.custom_gradient
        def call(*inputs):
            self.inside = True
            try:
                value, kept = self.forward(*inputs)
            finally:
                self.inside = False

            def back(*rows):
                parts = self.backward(kept, rows[0] if len(rows) == 1 else tf.nest.pack_sequence_as(value, rows))
                return [tf.zeros_like(x) if part is None else part for x, part in zip(inputs, parts)]

            return value, back

        return call(*inputs)


def scan(function, init, xs, length=None, reverse=False):
    """tf.scan carries what it gives: the state, and what stands beside it."""
    steps = tf.range(length) if xs is None else tf.nest.map_structure(tf.convert_to_tensor, xs)
    row = lambda one: None if xs is None else one
    init = tf.nest.map_structure(tf.convert_to_tensor, init)
    if tf.nest.flatten(steps)[0].shape[0] == 0:
        return init, None
    beside, last = function(init, row(tf.nest.map_structure(lambda one: one[0], steps)))[1], 0 if reverse else -1
    if beside is None:
        states = tf.scan(lambda state, one: function(state, row(one))[0], steps, initializer=init, reverse=reverse)
        return tf.nest.map_structure(lambda one: one[last], states), None
    states, out = tf.scan(lambda both, one: function(both[0], row(one)), steps,
                          initializer=(init, tf.nest.map_structure(lambda one: tf.zeros_like(tf.convert_to_tensor(one)), beside)), reverse=reverse)
    return tf.nest.map_structure(lambda one: one[last], states), out


def while_loop(condition, body, init):
    init = tf.nest.map_structure(tf.convert_to_tensor, init)
    return tf.while_loop(condition, lambda *values: (body(*values),), (init,))[0]


def fori_loop(lower, upper, body, init):
    """A number of steps that is a number of Python stays one: TensorFlow promotes nothing."""
    init = tf.nest.map_structure(tf.convert_to_tensor, init)
    step = lambda k: int(k) if tf.executing_eagerly() else k
    ahead = lambda k, values: (k + 1, body(step(k), values))
    return tf.while_loop(lambda k, values: k < upper, ahead, (tf.convert_to_tensor(lower), init))[1]


def switch(index, branches, *operands):
    """Beyond the ends the first or the last one."""
    index = tf.clip_by_value(tf.cast(index, tf.int32), 0, len(branches) - 1)
    return tf.switch_case(index, [lambda branch=branch: branch(*operands) for branch in branches])


def ravel_tree(tree):
    """One row of all numbers, and the way back."""
    leaves, shape = tree_flatten(tree_map(tf.convert_to_tensor, tree))
    sizes = [int(tf.size(leaf)) for leaf in leaves]

    def back(row):
        return shape.unflatten([tf.reshape(part, leaf.shape) for part, leaf in zip(tf.split(row, sizes), leaves)])

    return tf.concat([tf.reshape(leaf, [-1]) for leaf in leaves], 0), back


def associative_scan(function, x, reverse=False, axis=0):
    return tf.keras.ops.associative_scan(function, x, reverse=reverse, axis=axis)


def linearised(function, *primals):
    """The value, and the derivative there as a function of the tangents."""
    return function(*primals), lambda *tangents: jvp_of(function, primals, tangents)[1]


class CustomDerivative:
    """A function of JAX whose derivative in a direction is told apart."""

    def __init__(self, function):
        self.function = function

    def defjvp(self, rule):
        self.rule = rule
        return rule

    def __call__(self, *inputs):
        @tf.custom_gradient
        def call(*inputs):
            def back(seed):
                tangents = [tf.zeros_like(one) for one in inputs]
                with tf.GradientTape() as tape:
                    tape.watch(tangents)
                    along = self.rule(inputs, tuple(tangents))[1]
                return tape.gradient(along, tangents, output_gradients=seed, unconnected_gradients="zero")

            return self.function(*inputs), back

        return call(*[tf.convert_to_tensor(one) for one in inputs])


class Function:
    """A function of PyTorch that tells its own gradient."""

    @classmethod
    def apply(cls, *inputs):
        places = [k for k, one in enumerate(inputs) if isinstance(one, (tf.Tensor, tf.Variable))]

        @tf.custom_gradient
        def call(*tensors):
            given, ctx = list(inputs), Kept()
            for place, tensor in zip(places, tensors):
                given[place] = tensor

            def back(*seeds):
                gradients = cls.backward(ctx, *seeds)
                gradients = gradients if isinstance(gradients, tuple) else (gradients,)
                return [tf.zeros_like(given[place]) if gradients[place] is None else gradients[place] for place in places]

            return cls.forward(ctx, *given), back

        return call(*[tf.convert_to_tensor(inputs[place]) for place in places])


def printed_as(format, *parts):
    print(format.format(*parts))


def pulled_at(function, x, v):
    """What the function gives of x, and v pulled back through it."""
    with tf.GradientTape() as tape:
        tape.watch(x)
        out = function(x)
    return out, tape.gradient(out, x, output_gradients=v)
