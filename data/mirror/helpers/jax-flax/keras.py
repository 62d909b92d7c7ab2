"""Helpers of programs that are carried to JAX where Flax and Optax are installed: losses, optimisers and recurrent layers of Keras."""
import math

import flax.linen
import jax
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


def keras_loss(given):
    """A function of targets and outputs by Keras' name for it."""
    named = {"mse": keras_squared_errors, "mean_squared_error": keras_squared_errors, "mae": keras_absolute_errors,
             "mean_absolute_error": keras_absolute_errors, "binary_crossentropy": keras_binary_losses,
             "categorical_crossentropy": keras_class_losses, "sparse_categorical_crossentropy": keras_sparse_losses}
    return given if callable(given) else lambda y, p: jnp.mean(named[given](y, p))


def keras_squared_errors(y_true, y_pred):
    return jnp.mean(optax.squared_error(jnp.asarray(y_pred), jnp.asarray(y_true)), axis=-1)


def keras_huber_losses(y_true, y_pred, delta=1.0):
    return jnp.mean(optax.huber_loss(jnp.asarray(y_pred), jnp.asarray(y_true), delta=delta), axis=-1)


def keras_divergences(y_true, y_pred):
    y_true, y_pred = jnp.clip(jnp.asarray(y_true), 1e-07, 1), jnp.clip(jnp.asarray(y_pred), 1e-07, 1)
    return optax.losses.kl_divergence(jnp.log(y_pred), y_true)


def keras_hinge_losses(y_true, y_pred):
    return jnp.mean(optax.losses.hinge_loss(jnp.asarray(y_pred), keras_signs(y_true)), axis=-1)


def keras_squared_hinge_losses(y_true, y_pred):
    return jnp.mean(jnp.square(optax.losses.hinge_loss(jnp.asarray(y_pred), keras_signs(y_true))), axis=-1)


def keras_log_cosh_losses(y_true, y_pred):
    return jnp.mean(optax.losses.log_cosh(jnp.asarray(y_pred), jnp.asarray(y_true)), axis=-1)


def keras_binary_losses(y_true, y_pred, from_logits=False, smoothing=0.0):
    """Probabilities become logits, as Optax wants them."""
    y_pred = jnp.asarray(y_pred)
    y_true = jnp.asarray(y_true, y_pred.dtype) * (1.0 - smoothing) + 0.5 * smoothing
    if not from_logits:
        y_pred = jnp.clip(y_pred, 1e-07, 1 - 1e-07)
        y_pred = jnp.log(y_pred) - jnp.log1p(-y_pred)
    return jnp.mean(optax.sigmoid_binary_cross_entropy(y_pred, y_true), axis=-1)


def keras_logits(y_pred, from_logits):
    y_pred = jnp.asarray(y_pred)
    if from_logits:
        return y_pred
    return jnp.log(jnp.clip(y_pred / jnp.sum(y_pred, axis=-1, keepdims=True), 1e-07, 1 - 1e-07))


def keras_class_losses(y_true, y_pred, from_logits=False, smoothing=0.0):
    logits = keras_logits(y_pred, from_logits)
    y_true = jnp.asarray(y_true, logits.dtype)
    return optax.softmax_cross_entropy(logits, optax.smooth_labels(y_true, smoothing) if smoothing else y_true)


def keras_sparse_losses(y_true, y_pred, from_logits=False):
    return optax.softmax_cross_entropy_with_integer_labels(keras_logits(y_pred, from_logits), jnp.asarray(y_true))


class KerasLSTMCell(KerasLayer):
    """Gates in Keras' order: input, forget, cell, output."""

    gates = 4

    def __init__(self, units, kernel="glorot_uniform", recurrent="orthogonal", bias="zeros", forget=True):
        super().__init__()
        self.units, self.initial, self.forget = units, (kernel, recurrent, bias), forget

    def build(self, shape):
        kernel, recurrent, bias = self.initial
        self.kernel = self.add_weight((shape[-1], self.gates * self.units), kernel)
        self.recurrent_kernel = self.add_weight((self.units, self.gates * self.units), recurrent)
        self.bias = self.add_weight((self.gates * self.units,), bias)
        if self.forget:
            self.bias = self.bias.at[self.units:2 * self.units].set(1.0)

    def start(self, x):
        return [jnp.zeros((x.shape[0], self.units)), jnp.zeros((x.shape[0], self.units))]

    def forward(self, x, state, training=False):
        split = lambda weight: jnp.split(weight, 4, axis=-1)
        weights = {}
        for gate, kernel, recurrent, bias in zip("ifgo", split(self.kernel), split(self.recurrent_kernel), split(self.bias)):
            weights["i" + gate], weights["h" + gate] = {"kernel": kernel}, {"kernel": recurrent, "bias": bias}
        (c, h), _ = flax.linen.LSTMCell(self.units).apply({"params": weights}, (state[1], state[0]), x)
        return h, [h, c]


class KerasRNNCell(KerasLSTMCell):
    gates = 1

    def start(self, x):
        return [jnp.zeros((x.shape[0], self.units))]

    def forward(self, x, state, training=False):
        weights = {"i": {"kernel": self.kernel, "bias": self.bias}, "h": {"kernel": self.recurrent_kernel}}
        h = flax.linen.SimpleCell(self.units).apply({"params": weights}, state[0], x)[1]
        return h, [h]


class KerasGRUCell(KerasLSTMCell):
    """Gates in Keras' order: update, reset, new; its two biases are kept apart."""

    gates = 3

    def build(self, shape):
        kernel, recurrent, bias = self.initial
        self.kernel = self.add_weight((shape[-1], self.gates * self.units), kernel)
        self.recurrent_kernel = self.add_weight((self.units, self.gates * self.units), recurrent)
        self.bias = self.add_weight((2, self.gates * self.units), bias)

    def start(self, x):
        return [jnp.zeros((x.shape[0], self.units))]

    def forward(self, x, state, training=False):
        split = lambda weight: jnp.split(weight, 3, axis=-1)
        weights = {}
        for gate, kernel, recurrent, bias, other in zip("zrn", split(self.kernel), split(self.recurrent_kernel), *map(split, self.bias)):
            own = gate == "n"
            weights["i" + gate] = {"kernel": kernel, "bias": bias if own else bias + other}
            weights["h" + gate] = {"kernel": recurrent, "bias": other} if own else {"kernel": recurrent}
        h = flax.linen.GRUCell(self.units).apply({"params": weights}, state[0], x)[1]
        return h, [h]


class KerasDropout(KerasLayer):
    def __init__(self, rate):
        super().__init__()
        self.layer, self.draws = flax.linen.Dropout(rate), 0

    def forward(self, x, training=False):
        self.draws += bool(training) and not Module.again
        return self.layer.apply({}, x, deterministic=not training, rngs={"dropout": jax.random.key(self.draws)})


class KerasMultiHeadAttention(KerasHeads):
    def attend(self, query, key, value, allowed):
        weights = {}
        for name in ("query", "key", "value", "out"):
            weights[name] = {"kernel": getattr(self, name)}
            if self.use_bias:
                weights[name]["bias"] = getattr(self, name + "_bias")
        layer = flax.linen.MultiHeadDotProductAttention(self.heads, qkv_features=self.heads * self.sizes[0], out_features=query.shape[-1],
                                                        use_bias=self.use_bias)
        out, seen = layer.apply({"params": weights}, query, key, value, mask=allowed, deterministic=True, sow_weights=True,
                                mutable=["intermediates"])
        return out, seen["intermediates"]["attention_weights"][0]


def clip_by_norm(x, limit):
    return optax.clip_by_global_norm(limit).update([x], optax.EmptyState())[0][0]
