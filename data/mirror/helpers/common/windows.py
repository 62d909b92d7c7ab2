"""Helpers of programs that are carried to any framework: convolution, pooling, padding, resizing."""


def adaptive_windows(size, count):
    return [(k * size // count, -(-(k + 1) * size // count)) for k in range(count)]


def two(value):
    return (value, value) if isinstance(value, int) else tuple(value)


def max_pool1d(x, kernel, stride=None, padding=0):
    stride = kernel if stride is None else stride
    return max_pool2d(x[..., None, :], (1, kernel), (1, stride), (0, padding))[..., 0, :]


def avg_pool1d(x, kernel, stride=None, padding=0):
    stride = kernel if stride is None else stride
    return avg_pool2d(x[..., None, :], (1, kernel), (1, stride), (0, padding))[..., 0, :]


def conv1d(x, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """x: batch, channels, width; weight: out, in, width."""
    single = lambda value: value if isinstance(value, (int, str)) else value[0]
    padding = single(padding)
    out = conv2d(x[:, :, None, :], weight[:, :, None, :], bias, (1, single(stride)),
                 padding if isinstance(padding, str) else (0, padding), (1, single(dilation)), groups)
    return out[:, :, 0, :]


def four(value):
    """The height and width of a window, however TensorFlow was given it."""
    return (value, value) if isinstance(value, int) else tuple(value) if len(value) == 2 else tuple(value)[1:3]


def conv1d_nwc(x, filters, stride, padding):
    return conv2d_nhwc(x[:, None], filters[None], (1, stride), padding)[:, 0]


def lax_padding(x, weight, strides, padding, dilation):
    """Pairs of widths per axis of an image, as JAX reads them."""
    if not isinstance(padding, str):
        return [tuple(pair) for pair in padding]
    pairs = []
    for size, kernel, step, gap in zip(x.shape[2:], weight.shape[2:], strides, dilation):
        whole = max((-(-size // step) - 1) * step + (kernel - 1) * gap + 1 - size, 0) if padding == "SAME" else 0
        pairs.append((whole // 2, whole - whole // 2))
    return pairs


def channels_last(x, data_format, pool):
    """A function of images whose channels stand last, of those that come otherwise as well."""
    if data_format == "NHWC":
        return pool(x)
    if data_format != "NCHW":
        raise SystemExit(f"no rule for images that are kept as {data_format}")  # no error that a program could expect
    return moved_axis(pool(moved_axis(x, 1, 3)), 3, 1)


def nhwc_order(sizes, data_format):
    """The sizes of a window in the order of NHWC."""
    return sizes if data_format == "NHWC" else [sizes[0], sizes[2], sizes[3], sizes[1]]


def max_pool_of(x, ksize, strides, padding, data_format="NHWC"):
    ksize, strides = nhwc_order(ksize, data_format), nhwc_order(strides, data_format)
    return channels_last(x, data_format, lambda image: max_pool2d_nhwc(image, ksize, strides, padding))


def avg_pool_of(x, ksize, strides, padding, data_format="NHWC"):
    ksize, strides = nhwc_order(ksize, data_format), nhwc_order(strides, data_format)
    return channels_last(x, data_format, lambda image: avg_pool2d_nhwc(image, ksize, strides, padding))
