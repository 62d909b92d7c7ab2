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
