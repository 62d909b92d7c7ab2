"""Helpers of programs that are carried to JAX: convolution, pooling, padding, resizing."""
import math

import jax
import jax.numpy as jnp
import jax.scipy
import numpy as np


def adaptive_avg_pool2d(x, size):
    height, width = two(size)
    rows = [jnp.stack([jnp.mean(x[:, :, a:b, c:d], axis=(2, 3)) for c, d in adaptive_windows(x.shape[3], width)], axis=-1)
            for a, b in adaptive_windows(x.shape[2], height)]
    return jnp.stack(rows, axis=2)


def pad(x, paddings, mode="CONSTANT", value=0):
    paddings = np.asarray(paddings).reshape(-1, 2)
    if len(paddings) != x.ndim:
        raise ValueError(f"{len(paddings)} pairs of widths for {x.ndim} dimensions")
    mode = mode.lower()
    return jnp.pad(x, paddings, mode=mode, constant_values=value) if mode == "constant" else jnp.pad(x, paddings, mode=mode)


def pad_last(x, widths, mode="constant", value=0):
    """Pads from the last axis on, as PyTorch counts."""
    if not widths or len(widths) % 2:
        raise ValueError(f"pairs of widths are needed, not {widths}")
    count = len(widths) // 2
    pairs = [(0, 0)] * (x.ndim - count) + [(widths[2 * k], widths[2 * k + 1]) for k in reversed(range(count))]
    if mode == "constant":
        return jnp.pad(x, pairs, constant_values=value)
    return jnp.pad(x, pairs, mode={"replicate": "edge", "circular": "wrap"}.get(mode, mode))


def conv2d(x, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """x: batch, channels, height, width; weight: out, in, height, width."""
    pads = padding.upper() if isinstance(padding, str) else [(size, size) for size in two(padding)]
    out = jax.lax.conv_general_dilated(x, weight, two(stride), pads, rhs_dilation=two(dilation), feature_group_count=groups)
    return out if bias is None else out + bias[:, None, None]


def conv_transpose2d(x, weight, bias=None, stride=1, padding=0, output_padding=0):
    """x: batch, channels, height, width; weight: in, out, height, width."""
    pads = [(k - 1 - p, k - 1 - p + o) for k, p, o in zip(weight.shape[2:], two(padding), two(output_padding))]
    kernel = jnp.flip(jnp.swapaxes(weight, 0, 1), (2, 3))
    out = jax.lax.conv_general_dilated(x, kernel, (1, 1), pads, lhs_dilation=two(stride))
    return out if bias is None else out + bias[:, None, None]


def conv2d_nhwc(x, filters, strides, padding, dilations=1):
    """x: batch, height, width, channels; filters: height, width, in, out."""
    pads = padding if isinstance(padding, str) else [tuple(pair) for pair in padding][1:3]
    return jax.lax.conv_general_dilated(x, filters, four(strides), pads, rhs_dilation=four(dilations),
                                        dimension_numbers=("NHWC", "HWIO", "NHWC"))


def depthwise_conv2d_nhwc(x, filters, strides, padding):
    channels = filters.shape[2]
    kernel = filters.reshape(filters.shape[0], filters.shape[1], 1, -1)
    return jax.lax.conv_general_dilated(x, kernel, four(strides), padding, feature_group_count=channels,
                                        dimension_numbers=("NHWC", "HWIO", "NHWC"))


def conv2d_transpose_nhwc(x, filters, output_shape, strides, padding="SAME"):
    """The gradient of the convolution that would give x from the output."""
    forward = lambda image: conv2d_nhwc(image, filters, strides, padding)
    return jax.vjp(forward, jnp.zeros(tuple(output_shape), x.dtype))[1](x)[0]


def pooled(x, start, combine, kernel, stride, padding, dilation=1, ceil=False):
    """x: batch, channels, height, width; the batch may be missing."""
    if x.ndim == 3:
        return pooled(x[None], start, combine, kernel, stride, padding, dilation, ceil)[0]
    step, pads = two(kernel if stride is None else stride), []
    for size, window, pace, pad, gap in zip(x.shape[2:], two(kernel), step, two(padding), two(dilation)):
        if pad > window // 2:
            raise ValueError("pad should be at most half of effective kernel size")
        left = size + 2 * pad - gap * (window - 1) - 1
        count = -(-left // pace) if ceil else left // pace
        # A window that would begin in the padding behind the last element is left out.
        if ceil and count * pace >= size + pad:
            count -= 1
        pads.append((pad, max(count * pace - left, 0) + pad))
    return jax.lax.reduce_window(x, start, combine, (1, 1) + two(kernel), (1, 1) + step, [(0, 0), (0, 0)] + pads,
                                 window_dilation=(1, 1) + two(dilation))


def max_pool2d(x, kernel, stride=None, padding=0, dilation=1, ceil=False):
    lowest = -jnp.inf if jnp.issubdtype(x.dtype, jnp.inexact) else jnp.iinfo(x.dtype).min
    return pooled(x, lowest, jax.lax.max, kernel, stride, padding, dilation, ceil)


def avg_pool2d(x, kernel, stride=None, padding=0, include=True, ceil=False, divisor=None):
    total = pooled(x, 0.0, jax.lax.add, kernel, stride, padding, 1, ceil)
    if divisor is not None:
        return total / divisor
    if not include:
        return total / pooled(jnp.ones_like(x), 0.0, jax.lax.add, kernel, stride, padding, 1, ceil)
    # Padding counts; what a window reaches beyond it, when sizes are rounded up, does not.
    high, wide = two(padding)
    whole, window = (x.shape[-2] + 2 * high, x.shape[-1] + 2 * wide), two(kernel)
    step = two(kernel if stride is None else stride)
    counts = [[min(at * pace + length, size) - at * pace for at in range(made)]
              for made, pace, length, size in zip(total.shape[-2:], step, window, whole)]
    return total / jnp.asarray(np.outer(*counts), total.dtype)


def max_pool2d_nhwc(x, ksize, strides, padding):
    return jax.lax.reduce_window(x, -jnp.inf, jax.lax.max, (1,) + four(ksize) + (1,), (1,) + four(strides) + (1,), padding)


def avg_pool2d_nhwc(x, ksize, strides, padding):
    total = lambda y: jax.lax.reduce_window(y, 0.0, jax.lax.add, (1,) + four(ksize) + (1,), (1,) + four(strides) + (1,), padding)
    return total(x) / total(jnp.ones_like(x))


def max_pool_with_argmax_nhwc(x, ksize, strides, padding):
    """Maxima and their places in each image."""

    def windows_of(size, window, step):
        """What reaches over the rim is the outermost element once more: that changes no maximum."""
        total = max((-(-size // step) - 1) * step + window - size, 0) if padding.upper() == "SAME" else 0
        starts = range(-(total // 2), size + total - total // 2 - window + 1, step)
        return [[min(max(at, 0), size - 1) for at in range(start, start + window)] for start in starts]

    rows, columns = [windows_of(*sizes) for sizes in zip(x.shape[1:3], four(ksize), four(strides))]
    places = jnp.asarray([[[r * x.shape[2] + c for r in row for c in column] for column in columns] for row in rows])
    windows = x.reshape(x.shape[0], -1, x.shape[3])[:, places, :]
    best = jnp.argmax(windows, axis=3)
    index = jnp.take_along_axis(places[None, :, :, :, None], best[:, :, :, None, :], axis=3)[:, :, :, 0]
    return jnp.max(windows, axis=3), index * x.shape[3] + jnp.arange(x.shape[3])


def adaptive_max_pool2d(x, size):
    """Maxima and their places in the flattened image."""
    height, width = two(size)
    places = jnp.broadcast_to(jnp.arange(x.shape[2] * x.shape[3]).reshape(1, 1, x.shape[2], x.shape[3]), x.shape)
    values, index = [], []
    for a, b in adaptive_windows(x.shape[2], height):
        for c, d in adaptive_windows(x.shape[3], width):
            window = x[:, :, a:b, c:d].reshape(x.shape[0], x.shape[1], -1)
            best = jnp.argmax(window, axis=-1, keepdims=True)
            values.append(jnp.take_along_axis(window, best, axis=-1)[..., 0])
            index.append(jnp.take_along_axis(places[:, :, a:b, c:d].reshape(window.shape), best, axis=-1)[..., 0])
    shape = (x.shape[0], x.shape[1], height, width)
    return jnp.stack(values, axis=-1).reshape(shape), jnp.stack(index, axis=-1).reshape(shape)


def pixel_shuffle(x, k):
    *batch, channels, height, width = x.shape
    parts = jnp.reshape(x, (*batch, channels // (k * k), k, k, height, width))
    parts = jnp.moveaxis(parts, (-5, -2, -4, -1, -3), (-5, -4, -3, -2, -1))
    return jnp.reshape(parts, (*batch, channels // (k * k), height * k, width * k))


def interpolate(x, size=None, scale=None, mode="nearest", align=None):
    """x: batch, channels, and one or two more axes. JAX has no corners that stay, and its nearest elements are those to the middles."""
    wanted = resized_sizes(x, size, scale)
    whole = all(new % old == 0 for new, old in zip(wanted, x.shape[2:]))
    if not align and (mode in ("linear", "bilinear", "trilinear") or (mode == "nearest" and whole)):
        method = "nearest" if mode == "nearest" else "linear"
        return jax.image.resize(x, x.shape[:2] + wanted, method, antialias=False)
    for axis in range(2, x.ndim):
        old = x.shape[axis]
        factor = scale if scale is None or isinstance(scale, (int, float)) else scale[axis - 2]
        new = int(old * factor) if size is None else size if isinstance(size, int) else size[axis - 2]
        places = np.arange(new)
        if mode not in ("nearest", "linear", "bilinear", "trilinear", "bicubic"):
            raise SystemExit(f"no rule for the mode {mode}")  # no error that a program could expect
        if mode == "bicubic":
            x = bicubic_along(x, axis, new, align)
            continue
        if mode == "nearest":
            x = jnp.take(x, np.minimum((places * (old / new)).astype(int), old - 1), axis=axis)
            continue
        where = places * (old - 1) / max(new - 1, 1) if align else np.maximum((places + 0.5) * old / new - 0.5, 0.0)
        low = np.minimum(where.astype(int), old - 1)
        high = np.minimum(low + 1, old - 1)
        part = jnp.asarray((where - low).reshape([-1 if k == axis else 1 for k in range(x.ndim)]), dtype=x.dtype)
        x = jnp.take(x, low, axis=axis) * (1 - part) + jnp.take(x, high, axis=axis) * part
    return x


def moved_axis(x, source, destination):
    return jnp.moveaxis(x, source, destination)


def avg_pool3d_of(x, ksize, strides, padding, data_format="NDHWC"):
    """x: batch, depth, height, width, channels; without padding."""
    if padding != "VALID" or data_format != "NDHWC":
        raise SystemExit(f"no rule for {padding} and {data_format}")
    return jax.lax.reduce_window(x, 0.0, jax.lax.add, tuple(ksize), tuple(strides), padding) / math.prod(ksize)


def adaptive_avg_pool1d(x, count):
    return jnp.stack([jnp.mean(x[..., a:b], axis=-1) for a, b in adaptive_windows(x.shape[-1], count)], axis=-1)


def bicubic_along(x, axis, new, align):
    """Keys' kernel with a = -0.75; what is beyond the rim is the outermost element."""
    old, places = x.shape[axis], np.arange(new)
    where = places * ((old - 1) / max(new - 1, 1)) if align else (places + 0.5) * old / new - 0.5
    low = np.floor(where).astype(int)
    near = lambda t: (1.25 * t - 2.25) * t * t + 1
    far = lambda t: ((-0.75 * t + 3.75) * t - 6.0) * t + 3.0
    part = where - low
    out = 0.0
    for shift, weight in ((-1, far(part + 1)), (0, near(part)), (1, near(1 - part)), (2, far(2 - part))):
        weight = jnp.asarray(weight.reshape([-1 if k == axis else 1 for k in range(x.ndim)]), dtype=x.dtype)
        out = out + jnp.take(x, np.clip(low + shift, 0, old - 1), axis=axis) * weight
    return out


def conv3d(x, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """x: batch, channels, depth, height, width; weight: out, in, depth, height, width."""
    three = lambda value: (value,) * 3 if isinstance(value, int) else tuple(value)
    pads = padding.upper() if isinstance(padding, str) else [(size, size) for size in three(padding)]
    out = jax.lax.conv_general_dilated(x, weight, three(stride), pads, rhs_dilation=three(dilation), feature_group_count=groups)
    return out if bias is None else out + bias[:, None, None, None]


def one_of(value):
    return value if isinstance(value, int) else tuple(value)[-1 if len(value) == 1 else 1]


def max_pool1d_nwc(x, ksize, strides, padding):
    return max_pool2d_nhwc(x[:, None], (1, one_of(ksize)), (1, one_of(strides)), padding)[:, 0]


def avg_pool1d_nwc(x, ksize, strides, padding):
    return avg_pool2d_nhwc(x[:, None], (1, one_of(ksize)), (1, one_of(strides)), padding)[:, 0]


def resized_sizes(x, size, scale):
    axes = range(x.ndim - 2)
    factor = lambda k: scale if isinstance(scale, (int, float)) else scale[k]
    return tuple(int(x.shape[2 + k] * factor(k)) if size is None else size if isinstance(size, int) else size[k] for k in axes)


def framed(x, length, step):
    starts = np.arange(0, x.shape[-1] - length + 1, step)
    return jnp.take(x, starts[:, None] + np.arange(length), axis=-1)


def resize_images(x, size, method="bilinear"):
    """Heights and widths stand before the channels."""
    shape = x.shape[:-3] + tuple(int(one) for one in size) + x.shape[-1:]
    return jax.image.resize(x, shape, method, antialias=False)


def unfold_windows(x, size, dilation=1, padding=0, stride=1):
    widths = [(one, one) for one in two(padding)]
    out = jax.lax.conv_general_dilated_patches(x, two(size), two(stride), widths, rhs_dilation=two(dilation))
    return out.reshape(*out.shape[:2], -1)


def fold_windows(x, whole, size, dilation=1, padding=0, stride=1):
    """What unfold takes apart, added up again."""
    image = jnp.zeros((x.shape[0], x.shape[1] // math.prod(two(size)), *two(whole)), x.dtype)
    return jax.vjp(lambda one: unfold_windows(one, size, dilation, padding, stride), image)[1](x)[0]
