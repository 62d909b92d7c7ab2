"""Helpers of programs that are carried to TensorFlow: training."""
import tensorflow as tf


class Optimizer:
    """What all optimisers share: gradients go to `change`, which tells how far a value moves."""

    def __init__(self, lr, weight_decay=0.0):
        self.lr, self.weight_decay, self.steps, self.memory = lr, weight_decay, 0, {}

    def step(self, values, gradients):
        self.steps, values = self.steps + 1, list(values)
        for k, gradient in enumerate(gradients):
            new = values[k] - self.change(k, values[k], gradient + self.weight_decay * values[k])
            values[k].assign(new)
        return values


def root(x):
    return tf.sqrt(x)


def value_and_gradient_of(function, argnums=0):
    def both(*inputs):
        inputs = [tf.convert_to_tensor(x) if isinstance(x, (int, float)) else x for x in inputs]
        wanted = inputs[argnums] if isinstance(argnums, int) else [inputs[k] for k in argnums]
        with tf.GradientTape() as tape:
            tape.watch(wanted)
            value = function(*inputs)
        return value, tape.gradient(value, wanted, unconnected_gradients="zero")

    return both


def gradient_of(function, argnums=0):
    return lambda *inputs: value_and_gradient_of(function, argnums)(*inputs)[1]
