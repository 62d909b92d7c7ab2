"""Helpers of programs that are carried to JAX: layers of Keras that join, stretch and scale."""
import jax
import jax.numpy as jnp
import numpy as np


def unit_along(x, axis):
    return x * jax.lax.rsqrt(jnp.maximum(jnp.sum(x * x, axis=axis, keepdims=True), 1e-12))


def KerasDot(axes, normalize=False):
    """Sums of products along one axis of each of two tensors; the first axis is the batch."""
    def dot(parts):
        x, y = parts
        a, b = (axes, axes) if isinstance(axes, int) else axes
        a, b = a % x.ndim, b % y.ndim
        if normalize:
            x, y = unit_along(x, a), unit_along(y, b)
        first, second = "abcdefg"[:x.ndim], "atuvwxyz"[:y.ndim]
        second = second[:b] + first[a] + second[b + 1:]
        kept = "a" + (first[1:] + second[1:]).replace(first[a], "")
        out = jnp.einsum(f"{first},{second}->{kept}", x, y)
        return out[:, None] if out.ndim == 1 else out
    return KerasFunction(dot)


class KerasPReLU(KerasLayer):
    def build(self, shape):
        self.alpha = self.add_weight(shape[1:], "zeros")

    def forward(self, x, training=False):
        return jax.nn.leaky_relu(x, self.alpha)


def KerasZeroPadding1D(padding=1):
    left, right = (padding, padding) if isinstance(padding, int) else padding
    return KerasFunction(lambda x: jnp.pad(x, [(0, 0), (left, right), (0, 0)]))


def KerasCropping1D(cropping):
    left, right = (cropping, cropping) if isinstance(cropping, int) else cropping
    return KerasFunction(lambda x: jax.lax.slice_in_dim(x, left, x.shape[1] - right, axis=1))


def KerasUpSampling1D(size=2):
    return KerasFunction(lambda x: jnp.repeat(x, size, axis=1))


def KerasAttention():
    """Of query, value and key, which is the value where it is not given."""
    def attend(parts):
        query, value, key = parts if len(parts) == 3 else (*parts, parts[1])
        return jax.nn.dot_product_attention(query[:, :, None], key[:, :, None], value[:, :, None], scale=1.0)[:, :, 0]
    return KerasFunction(attend)


class KerasEinsumDense(KerasLayer):
    def __init__(self, equation, output_shape, activation=None, bias_axes=None):
        super().__init__()
        self.terms = equation.replace("->", ",").split(",")
        self.shape = (output_shape,) if isinstance(output_shape, int) else tuple(output_shape)
        self.activation, self.bias_axes = keras_activation(activation), bias_axes

    def build(self, shape):
        given, kernel, out = self.terms
        sizes = dict(zip(out[1:], self.shape)) | dict(zip(given, shape))
        sizes |= {name: size for name, size in zip(out[1:], self.shape) if name not in given}
        self.kernel = self.add_weight([sizes[name] for name in kernel], name="kernel")
        axes = out[min(out.index(name) for name in self.bias_axes):] if self.bias_axes else ""
        bias = [sizes[name] if name in self.bias_axes else 1 for name in axes]
        self.bias = self.add_weight(bias, "zeros", name="bias") if bias else None

    def forward(self, x, training=False):
        out = jnp.einsum("{},{}->{}".format(*self.terms), x, self.kernel)
        return self.activation(out if self.bias is None else out + self.bias)


class KerasGroupNormalization(KerasLayer):
    def __init__(self, groups=32, epsilon=0.001):
        super().__init__()
        self.groups, self.epsilon = groups, epsilon

    def build(self, shape):
        self.gamma, self.beta = self.add_weight(shape[-1:], "ones"), self.add_weight(shape[-1:], "zeros")

    def forward(self, x, training=False):
        groups = x.shape[-1] if self.groups == -1 else self.groups
        parts = jnp.reshape(x, (len(x), -1, groups, x.shape[-1] // groups))
        return jnp.reshape(jax.nn.standardize(parts, axis=(1, 3), epsilon=self.epsilon), x.shape) * self.gamma + self.beta


def KerasIdentityLayer():
    return KerasFunction(lambda x: x)


class KerasSpatialDropout(KerasDropout):
    """Whole channels, which stand last."""

    def __init__(self, rate, axes):
        super().__init__(rate)
        self.axes = tuple(range(1, axes + 1))

    def forward(self, x, training=False):
        if not training or not self.rate:
            return x
        if not Module.again or self.mask is None:
            shape = [1 if k in self.axes else size for k, size in enumerate(x.shape)]
            self.mask = np.random.random_sample(shape) >= self.rate
        return x * self.mask / (1.0 - self.rate)
