"""Helpers of programs that are carried to PyTorch: layers of Keras: convolution, pooling, padding."""
import torch


class KerasConv(KerasLayer):
    """Over batch, axes, channels; the kernel is kept as axes, in, out."""

    def __init__(self, kind, axes, filters, kernel_size, strides=1, padding="valid", dilation_rate=1, activation=None, use_bias=True, groups=1):
        super().__init__()
        several = lambda value: (value,) * axes if isinstance(value, int) else tuple(value)
        self.kind, self.filters, self.kernel_size, self.groups = kind, filters, several(kernel_size), groups
        self.strides, self.padding, self.dilation_rate = several(strides), padding.lower(), several(dilation_rate)
        self.activation, self.use_bias = [keras_activation(activation)], use_bias

    def build(self, shape):
        self.kernel = self.add_weight(self.kernel_size + (shape[-1] // self.groups, self.filters), name="kernel")
        self.bias = self.add_weight((self.filters,), "zeros", name="bias") if self.use_bias else None
        self.module = [self.kind(shape[-1], self.filters, self.kernel_size, stride=self.strides, dilation=self.dilation_rate,
                                 groups=self.groups, bias=self.use_bias)]

    def forward(self, x, training=False):
        x = torch.movedim(x, -1, 1)
        if self.padding == "same":
            x = same_padding(x, self.kernel_size, self.strides, self.dilation_rate)
        weight = torch.movedim(self.kernel, (-1, -2), (0, 1))
        return self.activation[0](torch.movedim(applied(self.module[0], {"weight": weight, "bias": self.bias}, x), 1, -1))


def KerasConv1D(filters, kernel_size, **options):
    return KerasConv(torch.nn.Conv1d, 1, filters, kernel_size, **options)


def KerasConv2D(filters, kernel_size, *places, **options):
    return KerasConv(torch.nn.Conv2d, 2, filters, kernel_size, *places, **options)


def KerasConv3D(filters, kernel_size, **options):
    return KerasConv(torch.nn.Conv3d, 3, filters, kernel_size, **options)


class KerasConv2DTranspose(KerasLayer):
    """The kernel is kept as height, width, out, in."""

    def __init__(self, filters, kernel_size, strides=1, padding="valid", activation=None, use_bias=True):
        super().__init__()
        self.filters, self.kernel_size, self.strides, self.padding = filters, two(kernel_size), two(strides), padding.lower()
        self.activation, self.use_bias = [keras_activation(activation)], use_bias

    def build(self, shape):
        self.kernel = self.add_weight(self.kernel_size + (self.filters, shape[-1]), name="kernel")
        self.bias = self.add_weight((self.filters,), "zeros", name="bias") if self.use_bias else None
        self.module = [torch.nn.ConvTranspose2d(shape[-1], self.filters, self.kernel_size, stride=self.strides, bias=False)]

    def forward(self, x, training=False):
        out = applied(self.module[0], {"weight": self.kernel.permute(3, 2, 0, 1)}, x.permute(0, 3, 1, 2))
        for axis, (step, width) in enumerate(zip(self.strides, self.kernel_size)):
            size = x.shape[1 + axis]
            wanted = size * step if self.padding == "same" else (size - 1) * step + max(width, step)
            first = max(width - step, 0) // 2 if self.padding == "same" else 0
            more = max(first + wanted - out.shape[2 + axis], 0)
            out = torch.nn.functional.pad(out, (0, 0, 0, more) if axis == 0 else (0, more)).narrow(2 + axis, first, wanted)
        out = out.permute(0, 2, 3, 1)
        return self.activation[0](out if self.bias is None else out + self.bias)


def channels_pooled(module, x, widths=None):
    """A module of PyTorch over batch, axes, channels."""
    x = torch.movedim(x, -1, 1)
    return torch.movedim(module(x if widths is None else torch.nn.functional.pad(x, widths[0], value=widths[1])), 1, -1)


def same_widths(x, size, steps):
    """What SAME adds around batch, axes, channels, as PyTorch counts."""
    out = []
    for whole, width, step in zip(x.shape[1:-1], size, steps):
        total = max((-(-whole // step) - 1) * step + width - whole, 0)
        out = [total // 2, total - total // 2] + out
    return out


def KerasMaxPooling(kind, axes, pool_size=2, strides=None, padding="valid"):
    several = lambda value: (value,) * axes if isinstance(value, int) else tuple(value)
    size, steps = several(pool_size), several(pool_size if strides is None else strides)
    module = kind(size, stride=steps)
    return KerasFunction(lambda x: channels_pooled(
        module, x, None if padding.lower() == "valid" else (same_widths(x, size, steps), float("-inf"))))


def KerasMaxPooling2D(pool_size=2, strides=None, padding="valid"):
    return KerasMaxPooling(torch.nn.MaxPool2d, 2, pool_size, strides, padding)


def KerasMaxPooling1D(pool_size=2, strides=None, padding="valid"):
    return KerasMaxPooling(torch.nn.MaxPool1d, 1, pool_size, strides, padding)


def KerasAveragePooling(kind, axes, pool_size=2, strides=None, padding="valid"):
    """At the borders Keras counts what is there."""
    several = lambda value: (value,) * axes if isinstance(value, int) else tuple(value)
    size, steps = several(pool_size), several(pool_size if strides is None else strides)
    module = kind(size, stride=steps)
    if padding.lower() == "valid":
        return KerasFunction(lambda x: channels_pooled(module, x))
    over = lambda x: channels_pooled(module, x, (same_widths(x, size, steps), 0.0))
    return KerasFunction(lambda x: over(x) / over(torch.ones_like(x)))


def KerasAveragePooling2D(pool_size=2, strides=None, padding="valid"):
    return KerasAveragePooling(torch.nn.AvgPool2d, 2, pool_size, strides, padding)


def KerasAveragePooling1D(pool_size=2, strides=None, padding="valid"):
    return KerasAveragePooling(torch.nn.AvgPool1d, 1, pool_size, strides, padding)


def KerasGlobalAveragePooling2D():
    module = torch.nn.AdaptiveAvgPool2d(1)
    return KerasFunction(lambda x: channels_pooled(module, x)[:, 0, 0])


def KerasGlobalMaxPooling2D():
    module = torch.nn.AdaptiveMaxPool2d(1)
    return KerasFunction(lambda x: channels_pooled(module, x)[:, 0, 0])


def KerasGlobalAveragePooling1D():
    module = torch.nn.AdaptiveAvgPool1d(1)
    return KerasFunction(lambda x: channels_pooled(module, x)[:, 0])


def KerasGlobalMaxPooling1D():
    module = torch.nn.AdaptiveMaxPool1d(1)
    return KerasFunction(lambda x: channels_pooled(module, x)[:, 0])


def KerasUpSampling2D(size=2):
    module = torch.nn.Upsample(scale_factor=two(size), mode="nearest")
    return KerasFunction(lambda x: channels_pooled(module, x))


def KerasZeroPadding2D(padding=1):
    (top, bottom), (left, right) = [two(one) for one in two(padding)]
    module = torch.nn.ZeroPad2d((left, right, top, bottom))
    return KerasFunction(lambda x: channels_pooled(module, x))


class KerasDepthwiseConv2D(KerasLayer):
    """The kernel is kept as height, width, in, multiplier."""

    def __init__(self, kernel_size, strides=1, padding="valid", depth_multiplier=1, activation=None, use_bias=True):
        super().__init__()
        self.kernel_size, self.strides, self.padding, self.multiplier = two(kernel_size), two(strides), padding.lower(), depth_multiplier
        self.activation, self.use_bias = [keras_activation(activation)], use_bias

    def build(self, shape):
        self.kernel = self.add_weight(self.kernel_size + (shape[-1], self.multiplier), name="depthwise")
        self.bias = self.add_weight((shape[-1] * self.multiplier,), "zeros", name="bias") if self.use_bias else None
        self.module = [self.channels(shape[-1])]

    def channels(self, count):
        return torch.nn.Conv2d(count, count * self.multiplier, self.kernel_size, stride=self.strides, groups=count, bias=False)

    def apart(self, x):
        x = torch.movedim(x, -1, 1)
        if self.padding == "same":
            x = same_padding(x, self.kernel_size, self.strides, (1, 1))
        return applied(self.module[0], {"weight": self.kernel.permute(2, 3, 0, 1).flatten(0, 1)[:, None]}, x)

    def forward(self, x, training=False):
        out = torch.movedim(self.apart(x), 1, -1)
        return self.activation[0](out if self.bias is None else out + self.bias)


class KerasSeparableConv2D(KerasDepthwiseConv2D):
    """One channel after the other, then across them."""

    def __init__(self, filters, kernel_size, strides=1, padding="valid", depth_multiplier=1, activation=None, use_bias=True):
        super().__init__(kernel_size, strides, padding, depth_multiplier, activation, use_bias)
        self.filters = filters

    def build(self, shape):
        count = shape[-1] * self.multiplier
        self.kernel = self.add_weight(self.kernel_size + (shape[-1], self.multiplier), name="depthwise")
        self.across = self.add_weight((1, 1, count, self.filters), name="pointwise")
        self.bias = self.add_weight((self.filters,), "zeros", name="bias") if self.use_bias else None
        self.module = [self.channels(shape[-1]), torch.nn.Conv2d(count, self.filters, 1, bias=self.use_bias)]

    def forward(self, x, training=False):
        out = applied(self.module[1], {"weight": self.across.permute(3, 2, 0, 1), "bias": self.bias}, self.apart(x))
        return self.activation[0](torch.movedim(out, 1, -1))
