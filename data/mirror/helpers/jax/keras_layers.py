"""Helpers of programs that are carried to JAX: layers of Keras."""
import functools

import jax
import jax.numpy as jnp
import numpy as np


class KerasBatchNormalization(KerasLayer):
    fixed = ("moving_mean", "moving_variance")

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
        return jax.nn.standardize(x, mean=mean, variance=variance, epsilon=self.epsilon) * self.gamma + self.beta


class KerasLayerNormalization(KerasLayer):
    def __init__(self, epsilon=0.001):
        super().__init__()
        self.epsilon = epsilon

    def build(self, shape):
        self.gamma, self.beta = self.add_weight(shape[-1:], "ones"), self.add_weight(shape[-1:], "zeros")

    def forward(self, x, training=False):
        mean, variance = jnp.mean(x, axis=-1, keepdims=True), jnp.var(x, axis=-1, keepdims=True)
        return jax.nn.standardize(x, mean=mean, variance=variance, epsilon=self.epsilon) * self.gamma + self.beta


class KerasEmbedding(KerasLayer):
    def __init__(self, input_dim, output_dim, initial="uniform"):
        super().__init__()
        self.embeddings = self.add_weight((input_dim, output_dim), initial)

    def forward(self, x, training=False):
        return jnp.take(self.embeddings, x, axis=0)


class KerasDropout(KerasLayer):
    def __init__(self, rate):
        super().__init__()
        self.rate, self.mask = rate, None

    def forward(self, x, training=False):
        if not training or not self.rate:
            return x
        if not Module.again or self.mask is None:
            self.mask = np.random.random_sample(x.shape) >= self.rate
        return x * self.mask / (1.0 - self.rate)


def KerasReshape(target_shape):
    return KerasFunction(lambda x: jnp.reshape(x, (x.shape[0], *target_shape)))


def KerasPermute(dims):
    return KerasFunction(lambda x: jnp.transpose(x, (0, *dims)))


def KerasRepeatVector(n):
    return KerasFunction(lambda x: jnp.repeat(x[:, None], n, axis=1))


def KerasLeakyReLU(slope=0.3):
    return KerasFunction(lambda x: jax.nn.leaky_relu(x, slope))


def KerasELU(alpha=1.0):
    return KerasFunction(lambda x: jax.nn.elu(x, alpha))


def KerasRescaling(scale, offset=0.0):
    return KerasFunction(lambda x: jnp.add(jnp.multiply(x, scale), offset))


def KerasConcatenate(axis=-1):
    return KerasFunction(lambda parts: jnp.concatenate(parts, axis=axis))


def KerasAdd():
    return KerasFunction(lambda parts: functools.reduce(jnp.add, parts))


def KerasMultiply():
    return KerasFunction(lambda parts: functools.reduce(jnp.multiply, parts))


class KerasDense(KerasLayer):
    def __init__(self, units, activation=None, use_bias=True, dtype=None):
        super().__init__()
        self.units, self.activation, self.use_bias, self.dtype = units, keras_activation(activation), use_bias, dtype

    def build(self, shape):
        self.kernel = self.add_weight((shape[-1], self.units), dtype=self.dtype, name="kernel")
        self.bias = self.add_weight((self.units,), "zeros", dtype=self.dtype, name="bias") if self.use_bias else None

    def forward(self, x, training=False):
        out = jnp.matmul(x, self.kernel)
        return self.activation(out if self.bias is None else out + self.bias)


class KerasDenseFrom(KerasDense):
    """One whose first weights were chosen."""

    def __init__(self, units, activation=None, use_bias=True, dtype=None, kernel="glorot_uniform", bias="zeros"):
        super().__init__(units, activation, use_bias, dtype)
        self.initial = kernel, bias

    def build(self, shape):
        self.kernel = self.add_weight((shape[-1], self.units), self.initial[0], dtype=self.dtype)
        self.bias = self.add_weight((self.units,), self.initial[1], dtype=self.dtype) if self.use_bias else None


def KerasActivation(activation):
    return KerasFunction(keras_activation(activation))


def KerasFlatten():
    return KerasFunction(lambda x: jnp.reshape(x, (x.shape[0], -1)))


def KerasReLU():
    return KerasFunction(keras_activation("relu"))


def KerasSoftmax():
    return KerasFunction(keras_activation("softmax"))


def KerasSubtract():
    return KerasMerged(jnp.subtract)


def KerasMaximum():
    return KerasMerged(jnp.maximum)


def KerasMinimum():
    return KerasMerged(jnp.minimum)


def KerasMerged(function):
    return KerasFunction(lambda parts: functools.reduce(function, parts))


def KerasAverage():
    return KerasFunction(lambda parts: jnp.mean(jnp.stack(jnp.broadcast_arrays(*parts)), axis=0))


def KerasUnitNormalization(axis=-1):
    return KerasFunction(lambda x: x / jnp.maximum(jnp.linalg.norm(x, axis=axis, keepdims=True), 1e-6))


def KerasCropping2D(cropping):
    (top, bottom), (left, right) = [(one, one) if isinstance(one, int) else one for one in two(cropping)]
    return KerasFunction(lambda x: jax.lax.slice_in_dim(jax.lax.slice_in_dim(x, top, x.shape[1] - bottom, axis=1), left, x.shape[2] - right, axis=2))
