"""Helpers of programs that are carried to JAX: layers of Keras: convolution, pooling, padding."""
import jax
import jax.numpy as jnp


def KerasGlobalAveragePooling2D():
    return KerasFunction(lambda x: jnp.mean(x, axis=(1, 2)))


def KerasUpSampling2D(size=2):
    rows, columns = two(size)
    return KerasFunction(lambda x: jnp.repeat(jnp.repeat(x, rows, axis=1), columns, axis=2))


def KerasZeroPadding2D(padding=1):
    pairs = [two(side) for side in two(padding)]
    return KerasFunction(lambda x: jnp.pad(x, [(0, 0)] + pairs + [(0, 0)]))


def KerasGlobalMaxPooling2D():
    return KerasFunction(lambda x: jnp.max(x, axis=(1, 2)))


def KerasGlobalAveragePooling1D():
    return KerasFunction(lambda x: jnp.mean(x, axis=1))


def KerasGlobalMaxPooling1D():
    return KerasFunction(lambda x: jnp.max(x, axis=1))


class KerasConv2D(KerasLayer):
    def __init__(self, filters, kernel_size, strides=1, padding="valid", dilation_rate=1, activation=None, use_bias=True):
        super().__init__()
        self.filters, self.kernel_size, self.strides = filters, four(kernel_size), strides
        self.padding, self.dilation_rate = padding.upper(), dilation_rate
        self.activation, self.use_bias = keras_activation(activation), use_bias

    def build(self, shape):
        self.kernel = self.add_weight(self.kernel_size + (shape[-1], self.filters), name="kernel")
        self.bias = self.add_weight((self.filters,), "zeros", name="bias") if self.use_bias else None

    def forward(self, x, training=False):
        out = conv2d_nhwc(x, self.kernel, self.strides, self.padding, self.dilation_rate)
        return self.activation(out if self.bias is None else out + self.bias)


class KerasConv2DFrom(KerasConv2D):
    def __init__(self, filters, kernel_size, kernel="glorot_uniform", bias="zeros", **options):
        super().__init__(filters, kernel_size, **options)
        self.initial = kernel, bias

    def build(self, shape):
        self.kernel = self.add_weight(self.kernel_size + (shape[-1], self.filters), self.initial[0])
        self.bias = self.add_weight((self.filters,), self.initial[1]) if self.use_bias else None


def KerasMaxPooling2D(pool_size=2, strides=None, padding="valid"):
    return KerasFunction(lambda x: max_pool2d_nhwc(x, pool_size, pool_size if strides is None else strides, padding.upper()))


def KerasAveragePooling2D(pool_size=2, strides=None, padding="valid"):
    return KerasFunction(lambda x: avg_pool2d_nhwc(x, pool_size, pool_size if strides is None else strides, padding.upper()))


class KerasDepthwiseConv2D(KerasLayer):
    """The kernel is kept as height, width, in, multiplier."""

    def __init__(self, kernel_size, strides=1, padding="valid", depth_multiplier=1, activation=None, use_bias=True):
        super().__init__()
        self.kernel_size, self.strides, self.padding, self.multiplier = two(kernel_size), two(strides), padding.upper(), depth_multiplier
        self.activation, self.use_bias = keras_activation(activation), use_bias

    def build(self, shape):
        self.kernel = self.add_weight(self.kernel_size + (shape[-1], self.multiplier))
        self.bias = self.add_weight((shape[-1] * self.multiplier,), "zeros") if self.use_bias else None

    def apart(self, x):
        kernel = self.kernel.reshape(self.kernel_size + (1, -1))
        return jax.lax.conv_general_dilated(x, kernel, self.strides, self.padding, dimension_numbers=("NHWC", "HWIO", "NHWC"),
                                            feature_group_count=x.shape[-1])

    def forward(self, x, training=False):
        out = self.apart(x)
        return self.activation(out if self.bias is None else out + self.bias)


class KerasSeparableConv2D(KerasDepthwiseConv2D):
    """One channel after the other, then across them."""

    def __init__(self, filters, kernel_size, strides=1, padding="valid", depth_multiplier=1, activation=None, use_bias=True):
        super().__init__(kernel_size, strides, padding, depth_multiplier, activation, use_bias)
        self.filters = filters

    def build(self, shape):
        self.kernel = self.add_weight(self.kernel_size + (shape[-1], self.multiplier))
        self.recurrent_kernel = self.add_weight((1, 1, shape[-1] * self.multiplier, self.filters))
        self.bias = self.add_weight((self.filters,), "zeros") if self.use_bias else None

    def forward(self, x, training=False):
        out = conv2d_nhwc(self.apart(x), self.recurrent_kernel, 1, "VALID")
        return self.activation(out if self.bias is None else out + self.bias)


class KerasConv1D(KerasLayer):
    def __init__(self, filters, kernel_size, strides=1, padding="valid", dilation_rate=1, activation=None, use_bias=True):
        super().__init__()
        self.filters, self.kernel_size, self.strides, self.dilation_rate = filters, one_of(kernel_size), one_of(strides), one_of(dilation_rate)
        self.padding, self.activation, self.use_bias = padding.lower(), keras_activation(activation), use_bias

    def build(self, shape):
        self.kernel = self.add_weight((self.kernel_size, shape[-1], self.filters))
        self.bias = self.add_weight((self.filters,), "zeros") if self.use_bias else None

    def forward(self, x, training=False):
        before = (self.kernel_size - 1) * self.dilation_rate
        padding = [(before, 0)] if self.padding == "causal" else self.padding.upper()
        out = jax.lax.conv_general_dilated(x, self.kernel, (self.strides,), padding, rhs_dilation=(self.dilation_rate,),
                                           dimension_numbers=("NWC", "WIO", "NWC"))
        return self.activation(out if self.bias is None else out + self.bias)


def KerasMaxPooling1D(pool_size=2, strides=None, padding="valid"):
    return KerasFunction(lambda x: max_pool1d_nwc(x, pool_size, pool_size if strides is None else strides, padding.upper()))


def KerasAveragePooling1D(pool_size=2, strides=None, padding="valid"):
    return KerasFunction(lambda x: avg_pool1d_nwc(x, pool_size, pool_size if strides is None else strides, padding.upper()))


class KerasConv2DTranspose(KerasLayer):
    """The kernel is kept as height, width, out, in."""

    def __init__(self, filters, kernel_size, strides=1, padding="valid", activation=None, use_bias=True):
        super().__init__()
        self.filters, self.kernel_size, self.strides, self.padding = filters, two(kernel_size), two(strides), padding.upper()
        self.activation, self.use_bias = keras_activation(activation), use_bias

    def build(self, shape):
        self.kernel = self.add_weight(self.kernel_size + (self.filters, shape[-1]), name="kernel")
        self.bias = self.add_weight((self.filters,), "zeros", name="bias") if self.use_bias else None

    def forward(self, x, training=False):
        out = jax.lax.conv_transpose(x, self.kernel, self.strides, self.padding, dimension_numbers=("NHWC", "HWIO", "NHWC"), transpose_kernel=True)
        return self.activation(out if self.bias is None else out + self.bias)
