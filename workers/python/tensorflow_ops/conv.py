"""Convolutions, channels last. Padding is explicit (tf.pad) unless it is what TensorFlow calls SAME."""
import numpy as np
import tensorflow as tf

from .common import OPS, channels_first, channels_last, dims, move, product, rank
from .shape import padded
from .window import axes_of
from assay_worker import Unsupported

_FORMATS = {1: "NWC", 2: "NHWC", 3: "NDHWC"}


@OPS.define("Conv")
def conv(call, x, w, bias=None):
    axes = axes_of(call, dims(x)[2:], dims(w)[2:])
    return convolve(x, w, bias, axes, call.attr("group", 1))


def pad_for(x, axes, fill=None):
    """x (channels last) with what the windows read beyond it, less what no window reads behind it."""
    widths = [(0, 0)] + [(a.before, a.reach) for a in axes] + [(0, 0)]
    return padded(x, widths, value=fill) if any(w != (0, 0) for w in widths) else x


def convolve(x, w, bias, axes, group):
    """x [N, C, ..], w [M, C / group, ..] -> [N, M, ..]."""
    n = len(axes)
    if n not in _FORMATS:
        raise Unsupported(f"convolution over {n} axes")
    x = channels_last(x)
    kernel = move(w, [*range(2, n + 2), 1, 0])
    padding = "VALID"
    if all(a.is_same for a in axes) and (n < 3 or all(a.dilation == 1 for a in axes)):
        padding = "SAME"
    else:
        x = pad_for(x, axes)
    y = _grouped(x, kernel, axes, group, padding)
    if bias is not None:
        y = tf.nn.bias_add(y, bias)
    return channels_first(y)


def _grouped(x, kernel, axes, group, padding):
    strides, dilations = [a.stride for a in axes], [a.dilation for a in axes]
    channels = dims(x)[-1]
    one_stride = len(set(strides)) == 1
    if len(axes) == 2 and group > 1 and group == channels and one_stride and (strides[0] == 1 or max(dilations) == 1):
        height, width, _, outputs = dims(kernel)
        kernel = tf.reshape(kernel, [height, width, channels, outputs // channels])
        return tf.nn.depthwise_conv2d(x, kernel, [1, *strides, 1], padding, dilations=dilations)

    def run(part, weights):
        return _native(part, weights, strides, dilations, padding)

    # Conv2D takes groups by itself; for the others TensorFlow documents none.
    if group == 1 or (len(axes) == 2 and x.dtype == tf.float32):
        return run(x, kernel)
    parts, weights = tf.split(x, group, -1), tf.split(kernel, group, -1)
    return tf.concat([run(p, k) for p, k in zip(parts, weights)], -1)


def _native(x, kernel, strides, dilations, padding):
    if len(strides) == 2:
        return tf.nn.conv2d(x, kernel, strides, padding, dilations=dilations)
    if len(strides) == 1:
        return tf.nn.conv1d(x, kernel, strides[0], padding, dilations=dilations[0])
    if max(dilations) == 1:
        return tf.nn.conv3d(x, kernel, [1, *strides, 1], padding)
    y = tf.nn.convolution(x, kernel, padding=padding, dilations=dilations)
    if max(strides) == 1:
        return y
    # TensorFlow has no such kernel; every stride-th result of the convolution without strides is the same.
    return tf.strided_slice(y, [0] * 5, dims(y), [1, *strides, 1])


@OPS.define("ConvTranspose")
def conv_transpose(call, x, w, bias=None):
    n = rank(x) - 2
    if n not in _FORMATS:
        raise Unsupported(f"transposed convolution over {n} axes")
    group = call.attr("group", 1)
    strides = call.attr("strides") or [1] * n
    dilations = call.attr("dilations") or [1] * n
    kernel = dims(w)[2:]
    cut = _cuts(call, dims(x)[2:], kernel, strides, dilations)
    x = channels_last(x)
    weights = move(w, [*range(2, n + 2), 1, 0])  # [.., M / group, C]
    parts = zip(tf.split(x, group, -1), tf.split(weights, group, -1)) if group > 1 else [(x, weights)]
    full = [_transposed(part, k, strides, dilations) for part, k in parts]
    y = tf.concat(full, -1) if group > 1 else full[0]
    if any(c != (0, 0) for c in cut):
        y = padded(y, [(0, 0)] + [(-before, -after) for before, after in cut] + [(0, 0)])
    if bias is not None:
        y = tf.nn.bias_add(y, bias)
    return channels_first(y)


def _cuts(call, sizes, kernel, strides, dilations):
    """What is cut from each end of the full result; negative: zeros are added."""
    n = len(sizes)
    extra = call.attr("output_padding") or [0] * n
    wanted = call.attr("output_shape")
    pads = call.attr("pads") or [0] * (2 * n)
    mode = call.attr("auto_pad", "NOTSET")
    cuts = []
    for i in range(n):
        full = strides[i] * (sizes[i] - 1) + (kernel[i] - 1) * dilations[i] + 1 + extra[i]
        if wanted or mode in ("SAME_UPPER", "SAME_LOWER"):
            out = wanted[len(wanted) - n + i] if wanted else sizes[i] * strides[i]
            total = full - out
            half = max(total, 0) // 2
            before = 0 if total < 0 else half if mode == "SAME_UPPER" else total - half
            after = total - before
        else:
            before, after = (pads[i], pads[n + i]) if mode in ("NOTSET", "") else (0, 0)
        cuts.append((before, after - extra[i]))
    return cuts


def _transposed(x, w, strides, dilations):
    """The full transposed convolution of channels-last x with w [.., M, C]."""
    n = len(strides)
    sizes, kernel = dims(x)[1:-1], dims(w)[:n]
    full = [s * (i - 1) + (k - 1) * d + 1 for s, i, k, d in zip(strides, sizes, kernel, dilations)]
    if max(dilations) == 1 and x.dtype in (tf.float16, tf.bfloat16, tf.float32, tf.float64):
        return tf.nn.conv_transpose(x, w, [dims(x)[0], *full, dims(w)[-2]], strides, padding="VALID",
                                    data_format=_FORMATS[n])
    # The CPU kernels know no dilation here: each kernel position adds one shifted, spread product.
    total = None
    for at in np.ndindex(*kernel):
        part = tf.linalg.matmul(tf.reshape(x, [-1, dims(x)[-1]]), w[at], transpose_b=True)
        part = spread(tf.reshape(part, [dims(x)[0], *sizes, dims(w)[-2]]), strides)
        begin = [k * d for k, d in zip(at, dilations)]
        widths = [(b, f - b - size) for b, f, size in zip(begin, full, dims(part)[1:-1])]
        part = tf.pad(part, [(0, 0), *widths, (0, 0)])
        total = part if total is None else total + part
    return total


def spread(x, strides):
    """Puts stride - 1 zeros between the elements of the spatial axes of channels-last x."""
    for axis, stride in enumerate(strides, 1):
        if stride > 1:
            shape = dims(x)
            widths = [(0, stride - 1 if i == axis + 1 else 0) for i in range(len(shape) + 1)]
            y = tf.pad(tf.expand_dims(x, axis + 1), widths)
            shape[axis] *= stride
            y = tf.reshape(y, shape)
            end = list(shape)
            end[axis] -= stride - 1
            x = tf.strided_slice(y, [0] * len(shape), end)
    return x


@OPS.define("Col2Im")
def col2im(call, x, image_shape, block_shape):
    image, block = call.ints(1), call.ints(2)
    axes = axes_of(call, image, block)
    batch, channels = dims(x)[0], dims(x)[1] // product(block)
    columns = tf.reshape(x, [batch, channels, *block, *(a.out for a in axes)])
    full = [a.size + a.before + a.after for a in axes]
    total = tf.zeros([batch, *full, channels], x.dtype)
    for at in np.ndindex(*block):
        part = channels_last(columns[(slice(None), slice(None), *at)])
        part = spread(part, [a.stride for a in axes])
        begin = [k * a.dilation for k, a in zip(at, axes)]
        widths = [(b, f - b - size) for b, f, size in zip(begin, full, dims(part)[1:-1])]
        total = total + tf.pad(part, [(0, 0), *widths, (0, 0)])
    inner = [slice(a.before, a.before + a.size) for a in axes]
    return channels_first(total[(slice(None), *inner)])
