"""Helpers of programs that are carried to JAX where Flax and Optax are installed: optimisers of Keras."""
import math

import jax.numpy as jnp
import optax


class KerasOptimizer:
    """An optimiser of Optax, given values and gradients step by step: `rule`, whose epsilon may depend on their number."""

    def __init__(self, learning_rate):
        self.learning_rate, self.iterations, self.states = learning_rate, 0, {}

    @property
    def rate(self):
        """A number, or what a schedule says of the step."""
        return float(self.learning_rate(self.iterations - 1)) if callable(self.learning_rate) else self.learning_rate

    def step(self, values, gradients):
        self.iterations, values = self.iterations + 1, list(values)
        rule = self.rule()
        for k, gradient in enumerate(gradients):
            if gradient is None:
                continue
            state = self.states[k] if k in self.states else rule.init(values[k])
            move, self.states[k] = rule.update(jnp.asarray(gradient, values[k].dtype), state, values[k])
            values[k] = optax.apply_updates(values[k], move)
        return values

    def apply_gradients(self, pairs):
        pairs = list(pairs)
        put_weights([weight.place for _, weight in pairs], self.step([weight.value for _, weight in pairs], [g for g, _ in pairs]))


class KerasSGD(KerasOptimizer):
    def __init__(self, learning_rate=0.01, momentum=0.0, nesterov=False):
        super().__init__(learning_rate)
        self.momentum, self.nesterov = momentum, nesterov

    def rule(self):
        return optax.sgd(self.rate, self.momentum or None, self.nesterov)


class KerasAdam(KerasOptimizer):
    """Keras adds its epsilon before the second moment is corrected, Optax behind that."""

    def __init__(self, learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-07):
        super().__init__(learning_rate)
        self.beta_1, self.beta_2, self.epsilon = beta_1, beta_2, epsilon

    def rule(self):
        return optax.adam(self.rate, self.beta_1, self.beta_2, self.epsilon / math.sqrt(1.0 - self.beta_2 ** self.iterations))


class KerasRMSprop(KerasOptimizer):
    def __init__(self, learning_rate=0.001, rho=0.9, momentum=0.0, epsilon=1e-07):
        super().__init__(learning_rate)
        self.rho, self.momentum, self.epsilon = rho, momentum, epsilon

    def rule(self):
        return optax.rmsprop(self.rate, self.rho, self.epsilon, momentum=self.momentum or None)


class KerasAdagrad(KerasOptimizer):
    def __init__(self, learning_rate=0.001, start=0.1, epsilon=1e-07):
        super().__init__(learning_rate)
        self.start, self.epsilon = start, epsilon

    def rule(self):
        return optax.adagrad(self.rate, self.start, self.epsilon)


class KerasAdamax(KerasOptimizer):
    def __init__(self, learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-07):
        super().__init__(learning_rate)
        self.beta_1, self.beta_2, self.epsilon = beta_1, beta_2, epsilon

    def rule(self):
        return optax.adamax(self.rate, self.beta_1, self.beta_2, self.epsilon)


class KerasAdamW(KerasAdam):
    def __init__(self, learning_rate=0.001, weight_decay=0.004, beta_1=0.9, beta_2=0.999, epsilon=1e-07):
        super().__init__(learning_rate, beta_1, beta_2, epsilon)
        self.weight_decay = weight_decay

    def rule(self):
        epsilon = self.epsilon / math.sqrt(1.0 - self.beta_2 ** self.iterations)
        return optax.adamw(self.rate, self.beta_1, self.beta_2, epsilon, weight_decay=self.weight_decay)


class KerasNadam(KerasAdam):
    def rule(self):
        epsilon = self.epsilon / math.sqrt(1.0 - self.beta_2 ** self.iterations)
        return optax.nadam(self.rate, self.beta_1, self.beta_2, epsilon)


class KerasAdadelta(KerasOptimizer):
    def __init__(self, learning_rate=0.001, rho=0.95, epsilon=1e-07):
        super().__init__(learning_rate)
        self.rho, self.epsilon = rho, epsilon

    def rule(self):
        return optax.adadelta(self.rate, self.rho, self.epsilon)
