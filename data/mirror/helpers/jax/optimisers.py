"""Helpers of programs that are carried to JAX: training."""
import jax.numpy as jnp


class Optimizer:
    """What all optimisers share: gradients go to `change`, which tells how far a value moves."""

    def __init__(self, lr, weight_decay=0.0):
        self.lr, self.weight_decay, self.steps, self.memory = lr, weight_decay, 0, {}

    def step(self, values, gradients):
        self.steps, values = self.steps + 1, list(values)
        for k, gradient in enumerate(gradients):
            new = values[k] - self.change(k, values[k], gradient + self.weight_decay * values[k])
            values[k] = new
        return values


def root(x):
    return jnp.sqrt(x)


def clip_by_global_norm(tensors, limit):
    norm = jnp.sqrt(sum(jnp.sum(jnp.square(one)) for one in tensors))
    return [one * limit / jnp.maximum(norm, limit) for one in tensors], norm


class SGD(Optimizer):
    def __init__(self, lr=0.001, momentum=0.0, dampening=0.0, weight_decay=0.0, nesterov=False):
        super().__init__(lr, weight_decay)
        self.momentum, self.dampening, self.nesterov = momentum, dampening, nesterov

    def change(self, k, value, gradient):
        if self.momentum:
            old = self.memory.get(k)
            self.memory[k] = gradient if old is None else self.momentum * old + (1.0 - self.dampening) * gradient
            gradient = gradient + self.momentum * self.memory[k] if self.nesterov else self.memory[k]
        return self.lr * gradient


class Adam(Optimizer):
    def __init__(self, lr=0.001, betas=(0.9, 0.999), eps=1e-08, weight_decay=0.0, decoupled=False):
        super().__init__(lr, 0.0 if decoupled else weight_decay)
        self.betas, self.eps, self.decay = betas, eps, weight_decay if decoupled else 0.0

    def change(self, k, value, gradient):
        (a, b), (first, second) = self.betas, self.memory.get(k, (0.0, 0.0))
        first, second = a * first + (1.0 - a) * gradient, b * second + (1.0 - b) * gradient * gradient
        self.memory[k] = first, second
        size = root(second / (1.0 - b ** self.steps)) + self.eps
        return self.lr * self.decay * value + self.lr * first / (1.0 - a ** self.steps) / size


def AdamW(lr=0.001, betas=(0.9, 0.999), eps=1e-08, weight_decay=0.01):
    return Adam(lr, betas, eps, weight_decay, True)
