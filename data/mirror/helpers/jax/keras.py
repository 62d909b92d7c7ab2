"""Helpers of programs that are carried to JAX: layers and training of Keras."""
import types

import jax
import jax.numpy as jnp
import jax.scipy
import numpy as np


def keras_activation(given):
    """A function by Keras' name for it."""
    if callable(given):
        return given
    named = {"relu": jax.nn.relu, "sigmoid": jax.nn.sigmoid, "tanh": jnp.tanh, "softmax": jax.nn.softmax,
             "gelu": lambda x: jax.nn.gelu(x, approximate=False), "elu": jax.nn.elu, "selu": jax.nn.selu,
             "softplus": jax.nn.softplus, "silu": jax.nn.silu, "swish": jax.nn.silu}
    return (lambda x: x) if given in (None, "linear") else named[given]


class KerasLayer(Module):
    """A layer that is built when it is first called."""

    built = False

    def build(self, shape):
        self.built = True

    def add_weight(self, shape=(), initializer="glorot_uniform", trainable=True, name=None, dtype=None):
        shape = (shape,) if isinstance(shape, int) else tuple(shape)
        known = {"zeros": np.zeros, "ones": np.ones}.get(initializer, lambda size: initial_weights(size, 0.05))
        value = known(shape).astype("float32")
        return jnp.asarray(value, dtype=dtype)

    def trained(self):
        """Where its weights are kept, in Keras' order."""
        names = ("kernel", "embeddings", "gamma", "bias", "beta")
        return [(self, name) for name in names if getattr(self, name, None) is not None]

    def get_weights(self):
        return [np.asarray(getattr(*place)) for place in self.trained()]

    def __call__(self, x, *rest, **options):
        x = x if isinstance(x, (list, tuple)) else jnp.asarray(x)
        if not self.built:
            self.build(None if isinstance(x, (list, tuple)) else tuple(x.shape))
            self.built = True
        return super().__call__(x, *rest, **options)


class KerasOptimizer:
    """Gradients go to `change`, which tells how a value moves, by Keras' formulas."""

    def __init__(self, learning_rate):
        self.learning_rate, self.iterations, self.memory = learning_rate, 0, {}

    def step(self, values, gradients):
        self.iterations += 1
        return [v if g is None else v + self.change(k, g) for k, (v, g) in enumerate(zip(values, gradients))]


def keras_loss(given):
    """A function of targets and outputs by Keras' name for it."""
    mse, mae = (lambda y, p: jnp.mean((p - y) ** 2)), (lambda y, p: jnp.mean(jnp.abs(p - y)))
    named = {"mse": mse, "mean_squared_error": mse, "mae": mae, "mean_absolute_error": mae}
    return given if callable(given) else named[given]


class KerasSequential(KerasLayer):
    def __init__(self, layers=()):
        super().__init__()
        self.layers = list([layer for layer in layers or () if layer is not None])

    def add(self, layer):
        if layer is not None:
            self.layers.append(layer)

    def forward(self, x, training=False):
        for layer in self.layers:
            x = layer(x, training=training) if isinstance(layer, KerasLayer) else layer(x)
        return x

    def compile(self, optimizer="rmsprop", loss=None):
        self.optimizer, self.loss = keras_optimizer(optimizer), keras_loss(loss)

    def fit(self, x, y, epochs=1, batch_size=32, verbose=0, shuffle=True):
        """Batches in their order: shuffled ones are the same only where there is one."""
        x, y, losses = jnp.asarray(x), jnp.asarray(y), []
        self(x[:1])
        places = [place for layer in self.layers for place in layer.trained()]

        def loss_of(values, inputs, targets):
            for (layer, name), value in zip(places, values):
                setattr(layer, name, value)
            return self.loss(targets, self(inputs, training=True))

        for _ in range(epochs):
            total = 0.0
            for at in range(0, len(x), batch_size):
                inputs, values = x[at:at + batch_size], [getattr(*place) for place in places]
                loss, gradients = jax.value_and_grad(loss_of)(values, inputs, y[at:at + batch_size])
                for (layer, name), value in zip(places, self.optimizer.step(values, gradients)):
                    setattr(layer, name, value)
                total += float(loss) * len(inputs)
            losses.append(total / len(x))
        return types.SimpleNamespace(history={"loss": losses})

    def evaluate(self, x, y, verbose=0):
        return float(self.loss(jnp.asarray(y), self(x)))

    def predict(self, x, verbose=0):
        return np.asarray(self(x))


class KerasBatchNormalization(KerasLayer):
    def __init__(self, momentum=0.99, epsilon=0.001):
        super().__init__()
        self.momentum, self.epsilon = momentum, epsilon

    def build(self, shape):
        self.gamma, self.beta = self.add_weight(shape[-1:], "ones"), self.add_weight(shape[-1:], "zeros")
        self.moving_mean = self.add_weight(shape[-1:], "zeros", False)
        self.moving_variance = self.add_weight(shape[-1:], "ones", False)

    def forward(self, x, training=False):
        mean, variance = self.moving_mean, self.moving_variance
        if training:
            axes = tuple(range(x.ndim - 1))
            mean, variance = jnp.mean(x, axis=axes), jnp.var(x, axis=axes)
            if not isinstance(x, jax.core.Tracer):
                self.moving_mean = self.momentum * self.moving_mean + (1.0 - self.momentum) * mean
                self.moving_variance = self.momentum * self.moving_variance + (1.0 - self.momentum) * variance
        return (x - mean) / jnp.sqrt(variance + self.epsilon) * self.gamma + self.beta


class KerasLayerNormalization(KerasLayer):
    def __init__(self, epsilon=0.001):
        super().__init__()
        self.epsilon = epsilon

    def build(self, shape):
        self.gamma, self.beta = self.add_weight(shape[-1:], "ones"), self.add_weight(shape[-1:], "zeros")

    def forward(self, x, training=False):
        centred = x - jnp.mean(x, axis=-1, keepdims=True)
        return centred * jax.lax.rsqrt(jnp.var(x, axis=-1, keepdims=True) + self.epsilon) * self.gamma + self.beta


class KerasEmbedding(KerasLayer):
    def __init__(self, input_dim, output_dim):
        super().__init__()
        self.embeddings = self.add_weight((input_dim, output_dim))

    def forward(self, x, training=False):
        return self.embeddings[x]


def KerasGlobalAveragePooling2D():
    return KerasFunction(lambda x: jnp.mean(x, axis=(1, 2)))
