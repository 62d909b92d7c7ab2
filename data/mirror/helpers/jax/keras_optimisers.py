"""Helpers of programs that are carried to JAX: optimisers of Keras."""
import math

import jax
import jax.numpy as jnp


class KerasOptimizer:
    """Gradients go to `change`, which tells how a value moves, by Keras' formulas."""

    def __init__(self, learning_rate):
        self.schedule = self.learning_rate = learning_rate
        self.iterations, self.memory = 0, {}

    def step(self, values, gradients):
        self.iterations += 1
        if callable(self.schedule):
            self.learning_rate = float(self.schedule(self.iterations - 1))
        return [v if g is None else v + self.change(k, g) for k, (v, g) in enumerate(zip(values, gradients))]

    def apply_gradients(self, pairs):
        pairs = list(pairs)
        put_weights([weight.place for _, weight in pairs], self.step([weight.value for _, weight in pairs], [g for g, _ in pairs]))


class KerasRMSprop(KerasOptimizer):
    def __init__(self, learning_rate=0.001, rho=0.9, momentum=0.0, epsilon=1e-07):
        super().__init__(learning_rate)
        self.rho, self.momentum, self.epsilon = rho, momentum, epsilon

    def change(self, k, gradient):
        square, move = self.memory.get(k, (0.0, 0.0))
        square = self.rho * square + (1.0 - self.rho) * gradient * gradient
        step = self.learning_rate * gradient * jax.lax.rsqrt(square + self.epsilon)
        move = self.momentum * move + step
        self.memory[k] = square, move
        return -move


class KerasAdagrad(KerasOptimizer):
    def __init__(self, learning_rate=0.001, start=0.1, epsilon=1e-07):
        super().__init__(learning_rate)
        self.start, self.epsilon = start, epsilon

    def change(self, k, gradient):
        self.memory[k] = self.memory.get(k, self.start) + gradient * gradient
        return -self.learning_rate * gradient / jnp.sqrt(self.memory[k] + self.epsilon)


class KerasAdamax(KerasOptimizer):
    def __init__(self, learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-07):
        super().__init__(learning_rate)
        self.beta_1, self.beta_2, self.epsilon = beta_1, beta_2, epsilon

    def change(self, k, gradient):
        first, most = self.memory.get(k, (0.0, 0.0))
        first = first + (gradient - first) * (1.0 - self.beta_1)
        most = jnp.maximum(self.beta_2 * most, jnp.abs(gradient))
        self.memory[k] = first, most
        return -self.learning_rate * first / ((1.0 - self.beta_1 ** self.iterations) * (most + self.epsilon))


class KerasSGD(KerasOptimizer):
    def __init__(self, learning_rate=0.01, momentum=0.0, nesterov=False):
        super().__init__(learning_rate)
        self.momentum, self.nesterov = momentum, nesterov

    def change(self, k, gradient):
        move = -self.learning_rate * gradient
        if not self.momentum:
            return move
        self.memory[k] = self.momentum * self.memory.get(k, 0.0) + move
        return self.momentum * self.memory[k] + move if self.nesterov else self.memory[k]


class KerasAdam(KerasOptimizer):
    def __init__(self, learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-07):
        super().__init__(learning_rate)
        self.beta_1, self.beta_2, self.epsilon = beta_1, beta_2, epsilon

    def change(self, k, gradient):
        first, second = self.memory.get(k, (0.0, 0.0))
        first = first + (gradient - first) * (1.0 - self.beta_1)
        second = second + (gradient * gradient - second) * (1.0 - self.beta_2)
        self.memory[k] = first, second
        rate = self.learning_rate * math.sqrt(1.0 - self.beta_2 ** self.iterations) / (1.0 - self.beta_1 ** self.iterations)
        return -rate * first / (root(second) + self.epsilon)


class KerasAdamW(KerasAdam):
    def __init__(self, learning_rate=0.001, weight_decay=0.004, beta_1=0.9, beta_2=0.999, epsilon=1e-07):
        super().__init__(learning_rate, beta_1, beta_2, epsilon)
        self.weight_decay = weight_decay

    def step(self, values, gradients):
        moved = super().step(values, gradients)
        return [new if g is None else new - self.learning_rate * self.weight_decay * old for old, new, g in zip(values, moved, gradients)]


class KerasNadam(KerasAdam):
    def change(self, k, gradient):
        first, second, product = self.memory.get(k, (0.0, 0.0, 1.0))
        now, ahead = (self.beta_1 * (1.0 - 0.5 * 0.96 ** (self.iterations + later)) for later in (0, 1))
        product = product * now
        first = first + (gradient - first) * (1.0 - self.beta_1)
        second = second + (gradient * gradient - second) * (1.0 - self.beta_2)
        self.memory[k] = first, second, product
        mean = ahead * first / (1.0 - product * ahead) + (1.0 - now) * gradient / (1.0 - product)
        return -self.learning_rate * mean / (root(second / (1.0 - self.beta_2 ** self.iterations)) + self.epsilon)


class KerasAdadelta(KerasOptimizer):
    def __init__(self, learning_rate=0.001, rho=0.95, epsilon=1e-07):
        super().__init__(learning_rate)
        self.rho, self.epsilon = rho, epsilon

    def change(self, k, gradient):
        square, moved = self.memory.get(k, (0.0 * gradient, 0.0 * gradient))
        square = self.rho * square + (1.0 - self.rho) * gradient * gradient
        move = -root(moved + self.epsilon) / root(square + self.epsilon) * gradient
        self.memory[k] = square, self.rho * moved + (1.0 - self.rho) * move * move
        return self.learning_rate * move


def keras_optimizer(given):
    return given if isinstance(given, KerasOptimizer) else {"sgd": KerasSGD, "adam": KerasAdam}[given]()
