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


def value_and_gradient_of(function, argnums=0, has_aux=False):
    def both(*inputs, **options):
        chosen, inputs = [argnums] if isinstance(argnums, int) else list(argnums), list(inputs)
        for k in chosen:
            inputs[k] = tf.nest.map_structure(tf.convert_to_tensor, inputs[k])
            if any(x.dtype.is_integer or x.dtype.is_bool for x in tf.nest.flatten(inputs[k])):
                raise TypeError("gradients are asked for by whole numbers")
        wanted = inputs[argnums] if isinstance(argnums, int) else tuple(inputs[k] for k in chosen)
        with tf.GradientTape() as tape:
            tape.watch(wanted)
            out = function(*inputs, **options)
        value = out[0] if has_aux else out
        if len(tf.convert_to_tensor(value).shape) > 0:
            raise TypeError(f"gradients are those of one number, not of {value.shape}")
        return out, tape.gradient(value, wanted, unconnected_gradients="zero")

    return both


def gradient_of(function, argnums=0, has_aux=False):
    def gradient(*inputs, **options):
        out, gradients = value_and_gradient_of(function, argnums, has_aux)(*inputs, **options)
        return (gradients, out[1]) if has_aux else gradients

    return gradient
