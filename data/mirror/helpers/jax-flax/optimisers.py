"""Helpers of programs that are carried to JAX where Optax is installed: training."""
import jax.numpy as jnp
import optax


class Optimizer:
    """An optimiser of Optax, given values and gradients step by step; None is a value that has no gradient. `make` gives the rule for a rate."""

    def __init__(self, make, lr, weight_decay=0.0):
        self.make, self.lr, self.weight_decay, self.states = make, lr, weight_decay, {}
        self.param_groups = [RateGroup(self)]

    @property
    def rule(self):
        rule = self.make(self.lr)
        return optax.chain(optax.add_decayed_weights(self.weight_decay), rule) if self.weight_decay else rule

    def step(self, values, gradients):
        values = list(values)
        for k, gradient in enumerate(gradients):
            if gradient is None:
                continue
            gradient = jnp.broadcast_to(jnp.asarray(gradient, values[k].dtype), values[k].shape)
            state = self.states[k] if k in self.states else self.rule.init(values[k])
            move, self.states[k] = self.rule.update(gradient, state, values[k])
            values[k] = optax.apply_updates(values[k], move)
        return values


def clip_by_global_norm(tensors, limit):
    tensors = list(tensors)
    return optax.clip_by_global_norm(limit).update(tensors, optax.EmptyState())[0], optax.global_norm(tensors)


def SGD(lr=0.001, momentum=0.0, dampening=0.0, weight_decay=0.0, nesterov=False):
    if dampening:
        raise SystemExit("no rule for a momentum that is damped")  # no error that a program could expect
    return Optimizer(lambda rate: optax.sgd(rate, momentum or None, nesterov), lr, weight_decay)


def Adam(lr=0.001, betas=(0.9, 0.999), eps=1e-08, weight_decay=0.0, amsgrad=False):
    kind = optax.amsgrad if amsgrad else optax.adam
    return Optimizer(lambda rate: kind(rate, betas[0], betas[1], eps), lr, weight_decay)


def AdamW(lr=0.001, betas=(0.9, 0.999), eps=1e-08, weight_decay=0.01):
    return Optimizer(lambda rate: optax.adamw(rate, betas[0], betas[1], eps, weight_decay=weight_decay), lr)


def RAdam(lr=0.001, betas=(0.9, 0.999), eps=1e-08, weight_decay=0.0):
    return Optimizer(lambda rate: optax.radam(rate, betas[0], betas[1], eps), lr, weight_decay)


def RMSprop(lr=0.01, alpha=0.99, eps=1e-08, weight_decay=0.0, momentum=0.0, centered=False):
    make = lambda rate: optax.rmsprop(rate, alpha, eps, eps_in_sqrt=False, centered=centered, momentum=momentum or None)
    return Optimizer(make, lr, weight_decay)


def Adagrad(lr=0.01, weight_decay=0.0, initial_accumulator_value=0.0, eps=1e-10):
    """PyTorch adds its epsilon to the root, Optax to what the root is taken of."""
    return Optimizer(lambda rate: optax.adagrad(rate, initial_accumulator_value, eps * eps), lr, weight_decay)


def Adadelta(lr=1.0, rho=0.9, eps=1e-06, weight_decay=0.0):
    return Optimizer(lambda rate: optax.adadelta(rate, rho, eps), lr, weight_decay)


def Adamax(lr=0.002, betas=(0.9, 0.999), eps=1e-08, weight_decay=0.0):
    return Optimizer(lambda rate: optax.adamax(rate, betas[0], betas[1], eps), lr, weight_decay)
