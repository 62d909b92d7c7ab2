"""Helpers of programs that are carried to PyTorch: optimisers of Keras."""
import math

import torch


def rate_at(rate, step):
    """A number, or what a schedule says of a step."""
    return float(rate(step)) if callable(rate) else float(rate)


class KerasOptimizer:
    """An optimiser of PyTorch, made when it first sees what it changes."""

    def __init__(self, make, rate=None):
        self.make, self.optimizer, self.iterations, self.learning_rate = make, None, 0, rate

    def prepare(self):
        for group in self.optimizer.param_groups:
            group["lr"] = rate_at(self.learning_rate, self.iterations)
        self.iterations += 1

    def apply_gradients(self, pairs):
        pairs = [(gradient, value) for gradient, value in pairs if gradient is not None]
        self.optimizer = self.optimizer or self.make([value for _, value in pairs])
        self.prepare()
        for gradient, value in pairs:
            value.grad = gradient.detach()
        self.optimizer.step()


def KerasSGD(learning_rate=0.01, momentum=0.0, nesterov=False):
    return KerasOptimizer(lambda values: torch.optim.SGD(values, lr=1.0, momentum=momentum, nesterov=nesterov and momentum > 0), learning_rate)


class KerasAdam(KerasOptimizer):
    """Keras adds its epsilon before the second moment is corrected."""

    def __init__(self, learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-07):
        super().__init__(lambda values: torch.optim.Adam(values, lr=1.0, betas=(beta_1, beta_2), eps=epsilon), learning_rate)
        self.beta_2, self.epsilon = beta_2, epsilon

    def prepare(self):
        super().prepare()
        for group in self.optimizer.param_groups:
            group["eps"] = self.epsilon / math.sqrt(1.0 - self.beta_2 ** self.iterations)


def KerasAdadelta(learning_rate=0.001, rho=0.95, epsilon=1e-07):
    return KerasOptimizer(lambda values: torch.optim.Adadelta(values, lr=1.0, rho=rho, eps=epsilon), learning_rate)


def KerasAdamax(learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-07):
    return KerasOptimizer(lambda values: torch.optim.Adamax(values, lr=1.0, betas=(beta_1, beta_2), eps=epsilon), learning_rate)


def KerasNadam(learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-07):
    return KerasOptimizer(lambda values: torch.optim.NAdam(values, lr=1.0, betas=(beta_1, beta_2), eps=epsilon), learning_rate)


def KerasAdamW(learning_rate=0.001, weight_decay=0.004, beta_1=0.9, beta_2=0.999, epsilon=1e-07):
    make = lambda values: torch.optim.AdamW(values, lr=1.0, betas=(beta_1, beta_2), eps=epsilon, weight_decay=weight_decay)
    return KerasOptimizer(make, learning_rate)


class KerasFormula(KerasOptimizer):
    """One that PyTorch has by another formula: `change` tells how a value moves."""

    def __init__(self, learning_rate):
        super().__init__(None)
        self.schedule, self.memory = learning_rate, {}

    def apply_gradients(self, pairs):
        self.learning_rate = rate_at(self.schedule, self.iterations)
        self.iterations += 1
        with torch.no_grad():
            for k, (gradient, value) in enumerate(pairs):
                if gradient is not None:
                    value.add_(self.change(k, gradient))


def keras_optimizer(given):
    return given if isinstance(given, KerasOptimizer) else {"sgd": KerasSGD, "adam": KerasAdam}[given]()


class KerasRMSprop(KerasFormula):
    def __init__(self, learning_rate=0.001, rho=0.9, momentum=0.0, epsilon=1e-07, centered=False):
        super().__init__(learning_rate)
        self.rho, self.momentum, self.epsilon, self.centered = rho, momentum, epsilon, centered

    def change(self, k, gradient):
        square, mean, move = self.memory.get(k, (0.0, 0.0, 0.0))
        square = self.rho * square + (1 - self.rho) * gradient * gradient
        mean = self.rho * mean + (1 - self.rho) * gradient if self.centered else 0.0
        move = self.momentum * move + self.learning_rate * gradient / torch.sqrt(square - mean * mean + self.epsilon)
        self.memory[k] = square, mean, move
        return -move


class KerasAdagrad(KerasFormula):
    def __init__(self, learning_rate=0.001, initial=0.1, epsilon=1e-07):
        super().__init__(learning_rate)
        self.initial, self.epsilon = initial, epsilon

    def change(self, k, gradient):
        self.memory[k] = self.memory.get(k, self.initial) + gradient * gradient
        return -self.learning_rate * gradient / torch.sqrt(self.memory[k] + self.epsilon)
