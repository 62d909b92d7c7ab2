"""Helpers of programs that are carried to PyTorch: layers of Keras that join, stretch and scale."""
import torch


def KerasDot(axes, normalize=False):
    """Sums of products along one axis of each of two tensors; the first axis is the batch."""
    def dot(parts):
        x, y = parts
        a, b = (axes, axes) if isinstance(axes, int) else axes
        a, b = a % x.ndim, b % y.ndim
        if normalize:
            x, y = torch.nn.functional.normalize(x, dim=a), torch.nn.functional.normalize(y, dim=b)
        first, second = "abcdefg"[:x.ndim], "atuvwxyz"[:y.ndim]
        second = second[:b] + first[a] + second[b + 1:]
        kept = "a" + (first[1:] + second[1:]).replace(first[a], "")
        out = torch.einsum(f"{first},{second}->{kept}", x, y)
        return out[:, None] if out.ndim == 1 else out
    return KerasFunction(dot)


class KerasPReLU(KerasLayer):
    def build(self, shape):
        self.alpha = self.add_weight(shape[1:], "zeros", name="alpha")

    def forward(self, x, training=False):
        return torch.nn.functional.prelu(x.reshape(len(x), -1), self.alpha.flatten()).reshape(x.shape)


class KerasRMSNormalization(KerasLayer):
    def __init__(self, epsilon=1e-06):
        super().__init__()
        self.epsilon = epsilon

    def build(self, shape):
        self.scale = self.add_weight(shape[-1:], "ones", name="scale")
        self.module = [torch.nn.RMSNorm(shape[-1], eps=self.epsilon)]

    def forward(self, x, training=False):
        return applied(self.module[0], {"weight": self.scale}, x)


def KerasZeroPadding1D(padding=1):
    left, right = (padding, padding) if isinstance(padding, int) else padding
    return KerasFunction(lambda x: torch.nn.functional.pad(x, (0, 0, left, right)))


def KerasCropping1D(cropping):
    left, right = (cropping, cropping) if isinstance(cropping, int) else cropping
    return KerasFunction(lambda x: torch.narrow(x, 1, left, x.shape[1] - left - right))


def KerasUpSampling1D(size=2):
    return KerasFunction(lambda x: torch.repeat_interleave(x, size, dim=1))


class KerasSpatialDropout(KerasLayer):
    """Whole channels, which stand last."""

    def __init__(self, rate, axes):
        super().__init__()
        self.module = {1: torch.nn.Dropout1d, 2: torch.nn.Dropout2d}[axes](rate)

    def forward(self, x, training=False):
        return torch.movedim(self.module.train(bool(training))(torch.movedim(x, -1, 1)), 1, -1)


def KerasAttention():
    """Of query, value and key, which is the value where it is not given."""
    def attend(parts):
        query, value, key = parts if len(parts) == 3 else (*parts, parts[1])
        return torch.nn.functional.scaled_dot_product_attention(query, key, value, scale=1.0)
    return KerasFunction(attend)


class KerasEinsumDense(KerasLayer):
    def __init__(self, equation, output_shape, activation=None, bias_axes=None):
        super().__init__()
        self.terms = equation.replace("->", ",").split(",")
        self.shape = (output_shape,) if isinstance(output_shape, int) else tuple(output_shape)
        self.activation, self.bias_axes = [keras_activation(activation)], bias_axes

    def build(self, shape):
        given, kernel, out = self.terms
        sizes = dict(zip(out[1:], self.shape)) | dict(zip(given, shape))
        sizes |= {name: size for name, size in zip(out[1:], self.shape) if name not in given}
        self.kernel = self.add_weight([sizes[name] for name in kernel], name="kernel")
        axes = out[min(out.index(name) for name in self.bias_axes):] if self.bias_axes else ""
        bias = [sizes[name] if name in self.bias_axes else 1 for name in axes]
        self.bias = self.add_weight(bias, "zeros", name="bias") if bias else None

    def forward(self, x, training=False):
        out = torch.einsum("{},{}->{}".format(*self.terms), x, self.kernel)
        return self.activation[0](out if self.bias is None else out + self.bias)


def KerasIdentityLayer():
    return KerasFunction(torch.nn.Identity())
