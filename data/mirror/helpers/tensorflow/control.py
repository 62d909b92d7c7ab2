"""Helpers of programs that are carried to TensorFlow: loops, branches, derivatives, trees."""
import tensorflow as tf


def call_of(model):
    """A function that keeps its model alive."""
    return lambda *inputs, **options: model(*inputs, **options)


def gradient_and_value_of(function, argnums=0):
    return lambda *inputs: value_and_gradient_of(function, argnums)(*inputs)[::-1]


def jacobian_of(function):
    def jacobian(x, *others):
        x = tf.convert_to_tensor(x)
        with tf.GradientTape() as tape:
            tape.watch(x)
            value = function(x, *others)
        return tape.jacobian(value, x)

    return jacobian


def hessian_of(function):
    return jacobian_of(gradient_of(function))


def mapped(function, in_axes=0, out_axes=0):
    def over(*inputs):
        axes = [in_axes] * len(inputs) if isinstance(in_axes, int) or in_axes is None else in_axes
        count = next(x.shape[a] for x, a in zip(inputs, axes) if a is not None)
        rows = [function(*[x if a is None else tf.gather(x, k, axis=a) for x, a in zip(inputs, axes)]) for k in range(count)]
        return tf.stack(rows, axis=out_axes)

    return over


def cond_of(condition, yes, no, *operands):
    return tf.cond(condition, lambda: yes(*operands), lambda: no(*operands))
