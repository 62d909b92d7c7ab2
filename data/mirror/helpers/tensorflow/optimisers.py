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


class Adam(Optimizer):
    def __init__(self, lr=0.001, betas=(0.9, 0.999), eps=1e-08, weight_decay=0.0, decoupled=False):
        super().__init__(lr, 0.0 if decoupled else weight_decay)
        self.betas, self.eps, self.decay = betas, eps, weight_decay if decoupled else 0.0

    def change(self, k, value, gradient):
        (a, b), (first, second) = self.betas, self.memory.get(k, (0.0, 0.0))
        first, second = a * first + (1.0 - a) * gradient, b * second + (1.0 - b) * gradient * gradient
        self.memory[k] = first, second
        size = tf.sqrt(second / (1.0 - b ** self.steps)) + self.eps
        return self.lr * self.decay * value + self.lr * first / (1.0 - a ** self.steps) / size


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
