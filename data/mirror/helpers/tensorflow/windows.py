"""Helpers of programs that are carried to TensorFlow: convolution, pooling, padding, resizing."""
import math

import numpy as np
import tensorflow as tf


def linspace(start, end, num, dtype=tf.float32, endpoint=True):
    """Integers are computed in double precision and cut, as PyTorch does."""
    if not endpoint:
        return linspace(start, end, num + 1, dtype)[:-1]
    if dtype.is_integer:
        steps = np.arange(num, dtype=np.float64)
        step = (end - start) / max(num - 1, 1)
        half = num // 2
        return tf.constant(np.where(steps < half, start + step * steps, end - step * (num - 1 - steps)).astype(dtype.as_numpy_dtype))
    return tf.linspace(tf.cast(start, dtype), tf.cast(end, dtype), num)


def lax_convolution(x, weight, strides, padding, dilation=None, groups=1, order=None):
    """x: batch, channels, and one to three axes; weight: out, in, and as many; or in the order that is told."""
    if order is not None:
        space = "".join(c for c in order[0] if c not in "NC")
        x = tf.transpose(x, [order[0].index(c) for c in "NC" + space])
        weight = tf.transpose(weight, [order[1].index(c) for c in "OI" + space])
        out = lax_convolution(x, weight, strides, padding, dilation, groups)
        return tf.transpose(out, [("NC" + space).index(c) for c in order[2]])
    dilation, axes = dilation or (1,) * len(strides), list(range(2, len(x.shape)))
    x = tf.pad(x, [(0, 0), (0, 0)] + lax_padding(x, weight, strides, padding, dilation))
    parts = [tf.nn.convolution(tf.transpose(a, [0] + axes + [1]), tf.transpose(b, axes + [1, 0]), strides=list(strides),
                               padding="VALID", dilations=list(dilation))
             for a, b in zip(tf.split(x, groups, axis=1), tf.split(weight, groups, axis=0))]
    return tf.transpose(tf.concat(parts, axis=-1), [0, len(x.shape) - 1] + [axis - 1 for axis in axes])


def pad_last(x, widths, mode="constant", value=0):
    """Pads from the last axis on, as PyTorch counts."""
    if not widths or len(widths) % 2:
        raise ValueError(f"pairs of widths are needed, not {widths}")
    count = len(widths) // 2
    pairs = [(0, 0)] * (len(x.shape) - count) + [(widths[2 * k], widths[2 * k + 1]) for k in reversed(range(count))]
    if mode == "constant":
        return tf.pad(x, pairs, constant_values=value)
    if mode == "reflect":
        return tf.pad(x, pairs, mode="REFLECT")
    for axis, (before, after) in enumerate(pairs):
        size = x.shape[axis]
        places = [min(max(k, 0), size - 1) if mode == "replicate" else k % size for k in range(-before, size + after)]
        x = tf.gather(x, places, axis=axis)
    return x


def conv2d(x, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """x: batch, channels, height, width; weight: out, in, height, width."""
    x = tf.transpose(x, [0, 2, 3, 1])
    if isinstance(padding, str):
        padding = padding.upper()
    else:
        rows, columns = two(padding)
        padding = [[0, 0], [rows, rows], [columns, columns], [0, 0]]
    kernel = tf.transpose(weight, [2, 3, 1, 0])
    parts = [tf.nn.conv2d(a, b, strides=two(stride), padding=padding, dilations=two(dilation))
             for a, b in zip(tf.split(x, groups, axis=-1), tf.split(kernel, groups, axis=-1))]
    out = tf.concat(parts, axis=-1)
    return tf.transpose(out if bias is None else out + bias, [0, 3, 1, 2])


def conv_transpose2d(x, weight, bias=None, stride=1, padding=0, output_padding=0):
    """x: batch, channels, height, width; weight: in, out, height, width."""
    (sy, sx), (py, px), (oy, ox) = two(stride), two(padding), two(output_padding)
    kernel = tf.transpose(weight, [2, 3, 1, 0])
    rows, columns = (x.shape[2] - 1) * sy + weight.shape[2], (x.shape[3] - 1) * sx + weight.shape[3]
    out = tf.nn.conv2d_transpose(tf.transpose(x, [0, 2, 3, 1]), kernel, [x.shape[0], rows, columns, weight.shape[1]],
                                 strides=(sy, sx), padding="VALID")
    out = tf.pad(out, [[0, 0], [0, oy], [0, ox], [0, 0]])[:, py:rows - py + oy, px:columns - px + ox, :]
    return tf.transpose(out if bias is None else out + bias, [0, 3, 1, 2])


def max_pool2d(x, kernel, stride=None, padding=0):
    """x: batch, channels, height, width."""
    (rows, columns) = two(padding)
    x = tf.pad(tf.transpose(x, [0, 2, 3, 1]), [[0, 0], [rows, rows], [columns, columns], [0, 0]], constant_values=x.dtype.min)
    out = tf.nn.max_pool2d(x, two(kernel), two(kernel if stride is None else stride), padding="VALID")
    return tf.transpose(out, [0, 3, 1, 2])


def avg_pool2d(x, kernel, stride=None, padding=0, include=True):
    """x: batch, channels, height, width."""
    rows, columns = two(padding)
    pads = [[0, 0], [rows, rows], [columns, columns], [0, 0]]
    size, step = two(kernel), two(kernel if stride is None else stride)
    x = tf.transpose(x, [0, 2, 3, 1])
    out = tf.nn.avg_pool2d(tf.pad(x, pads), size, step, padding="VALID")
    if not include:
        out = out / tf.nn.avg_pool2d(tf.pad(tf.ones_like(x), pads), size, step, padding="VALID")
    return tf.transpose(out, [0, 3, 1, 2])


def channels_last_padded(x, widths, value):
    """x: batch, channels, and more; with a border around what is not batch or channels, and the channels last."""
    axes = list(range(2, len(x.shape)))
    image = tf.transpose(x, [0] + axes + [1])
    return tf.pad(image, [[0, 0]] + [[n, n] for n in widths] + [[0, 0]], constant_values=value) if any(widths) else image


def channels_first(x):
    rank = len(x.shape)
    return tf.transpose(x, [0, rank - 1] + list(range(1, rank - 1)))


def pooled(layer, x, widths, value):
    """A layer of Keras over x: batch, channels, and more; or without a batch."""
    single = len(x.shape) == len(widths) + 1
    out = channels_first(layer(channels_last_padded(x[None] if single else x, widths, value)))
    return out[0] if single else out


def one_of(value):
    return (value,) if isinstance(value, int) else tuple(value)


def adaptive_avg_pool2d(x, size):
    sizes = [old if new is None else new for old, new in zip(x.shape[-2:], two(size) if size is not None else (None, None))]
    return pooled(tf.keras.layers.AdaptiveAveragePooling2D(sizes), x, (0, 0), 0)


def adaptive_max_pool2d(x, size):
    """Maxima of Keras, and their places in the flattened image."""
    height, width = two(size)
    values = pooled(tf.keras.layers.AdaptiveMaxPooling2D((height, width)), x, (0, 0), 0)
    places = tf.reshape(tf.range(x.shape[2] * x.shape[3], dtype=tf.int64), [1, 1, x.shape[2], x.shape[3]])
    places, index = tf.broadcast_to(places, tf.shape(x)), []
    for a, b in adaptive_windows(x.shape[2], height):
        for c, d in adaptive_windows(x.shape[3], width):
            best = tf.argmax(tf.reshape(x[:, :, a:b, c:d], [x.shape[0], x.shape[1], -1]), axis=-1)
            index.append(tf.gather(tf.reshape(places[:, :, a:b, c:d], [x.shape[0], x.shape[1], -1]), best, axis=-1, batch_dims=2))
    return values, tf.reshape(tf.stack(index, axis=-1), [x.shape[0], x.shape[1], height, width])


def pixel_shuffle(x, k):
    """TensorFlow counts the parts of a channel the other way round."""
    *batch, channels, height, width = x.shape
    image = tf.reshape(x, [-1, channels // (k * k), k * k, height, width])
    image = tf.reshape(tf.transpose(image, [0, 3, 4, 2, 1]), [-1, height, width, channels])
    out = tf.transpose(tf.nn.depth_to_space(image, k), [0, 3, 1, 2])
    return tf.reshape(out, [*batch, channels // (k * k), height * k, width * k])


def interpolate(x, size=None, scale=None, mode="nearest", align=None):
    """x: batch, channels, and one or two more axes."""
    if mode not in ("nearest", "linear", "bilinear", "trilinear"):
        raise SystemExit(f"no rule for {mode} interpolation")  # no error that a program could expect
    factor = lambda k: scale if isinstance(scale, (int, float)) else scale[k]
    wanted = [int(old * factor(k)) if size is None else size if isinstance(size, int) else size[k] for k, old in enumerate(x.shape[2:])]
    # TensorFlow's nearest elements are those to the middles, and no corners stay.
    if len(wanted) == 2 and not align and (mode == "bilinear" or all(new % old == 0 for new, old in zip(wanted, x.shape[2:]))):
        image = tf.image.resize(tf.transpose(x, [0, 2, 3, 1]), wanted, method=mode)
        return tf.cast(tf.transpose(image, [0, 3, 1, 2]), x.dtype)
    for axis in range(2, len(x.shape)):
        old = x.shape[axis]
        factor = scale if scale is None or isinstance(scale, (int, float)) else scale[axis - 2]
        new = int(old * factor) if size is None else size if isinstance(size, int) else size[axis - 2]
        places = np.arange(new)
        if mode == "nearest":
            x = tf.gather(x, np.minimum((places * (old / new)).astype(int), old - 1), axis=axis)
            continue
        where = places * (old - 1) / max(new - 1, 1) if align else np.maximum((places + 0.5) * old / new - 0.5, 0.0)
        low = np.minimum(where.astype(int), old - 1)
        high = np.minimum(low + 1, old - 1)
        shape = [-1 if k == axis else 1 for k in range(len(x.shape))]
        part = tf.constant((where - low).reshape(shape), dtype=x.dtype)
        x = tf.gather(x, low, axis=axis) * (1 - part) + tf.gather(x, high, axis=axis) * part
    return x


def adaptive_avg_pool1d(x, count):
    return pooled(tf.keras.layers.AdaptiveAveragePooling1D(count), x, (0,), 0)


def reduce_window(x, init, function, sizes, strides, padding):
    """What a function of two makes of the elements of each window."""
    pairs = [(0, 0)] * len(sizes) if padding == "VALID" else padding
    if padding == "SAME":
        wholes = [max((-(-size // step) - 1) * step + width - size, 0) for size, width, step in zip(x.shape, sizes, strides)]
        pairs = [(whole // 2, whole - whole // 2) for whole in wholes]
    x = tf.pad(x, [tuple(pair) for pair in pairs], constant_values=tf.cast(init, x.dtype))
    moved = [k for k in range(len(sizes)) if sizes[k] > 1 or strides[k] > 1]
    kind = int(function(tf.constant(2), tf.constant(3)))
    if x.dtype.is_floating and 0 < len(moved) < 4 and (kind, float(init)) in ((3, -math.inf), (5, 0.0)):
        return pooled_over(x, moved, [sizes[k] for k in moved], [strides[k] for k in moved], kind == 3)
    counts = [(size - width) // step + 1 for size, width, step in zip(x.shape, sizes, strides)]
    out = None
    for place in np.ndindex(*sizes):
        part = x[tuple(slice(at, at + (count - 1) * step + 1, step) for at, count, step in zip(place, counts, strides))]
        out = part if out is None else function(out, part)
    return function(tf.cast(init, x.dtype), out)


def avg_pool2d_of(x, kernel, stride=None, padding=0, ceil=False, include=True):
    """As PyTorch counts: windows that begin in the picture or its left border, over what lies within the borders."""
    size, step, border = two(kernel), two(kernel if stride is None else stride), two(padding)
    windows = []
    for whole, width, by, edge in zip(x.shape[-2:], size, step, border):
        span = whole + 2 * edge - width
        count = (-(-span // by) if ceil else span // by) + 1
        count -= ceil and (count - 1) * by >= whole + edge
        starts = [k * by - edge for k in range(count)]
        windows.append([(max(at, 0), min(at + width, whole), min(at + width, whole + edge) - at) for at in starts])
    rows = []
    for top, bottom, height in windows[0]:
        row = []
        for left, right, width in windows[1]:
            count = height * width if include else (bottom - top) * (right - left)
            row.append(tf.reduce_sum(x[..., top:bottom, left:right], axis=[-2, -1]) / count)
        rows.append(tf.stack(row, axis=-1))
    return tf.stack(rows, axis=-2)


def resize_to(x, shape, method, antialias=True):
    """The one or two axes whose size changes, seen as height and width."""
    mode = {"nearest": "nearest", "linear": "bilinear", "bilinear": "bilinear", "triangle": "bilinear"}.get(method)
    rank = len(x.shape)
    axes = [k for k in range(rank) if x.shape[k] != shape[k]]
    axes = ([k for k in range(rank) if k not in axes][:2 - len(axes)] + axes) if len(axes) < 2 else axes
    if mode is None or len(axes) != 2:
        raise SystemExit(f"no rule for the method {method} on {len(axes)} axes")  # no error that a program could expect
    axes.sort()
    order = axes + [k for k in range(rank) if k not in axes]
    moved = tf.transpose(x, order)
    image = tf.reshape(moved, [1, moved.shape[0], moved.shape[1], -1])
    out = tf.image.resize(image, [int(shape[k]) for k in axes], method=mode, antialias=antialias)
    return tf.transpose(tf.reshape(out, [int(shape[k]) for k in order]), [order.index(k) for k in range(rank)])


def pooled_over(x, moved, size, steps, largest):
    """Pools over some axes, which come before all others as one."""
    rest = [k for k in range(len(x.shape)) if k not in moved]
    order, shape = moved + rest, [x.shape[k] for k in rest]
    row = tf.reshape(tf.transpose(x, order), [1, *[x.shape[k] for k in moved], math.prod(shape)])
    if largest:
        out = tf.nn.max_pool(row, size, steps, "VALID")
    else:
        out = tf.nn.avg_pool(row, size, steps, "VALID") * math.prod(size)
    out = tf.reshape(out, [*out.shape[1:-1], *shape])
    return tf.transpose(out, [order.index(k) for k in range(len(order))])


def conv3d(x, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """x: batch, channels, three axes; weight: out, in, three axes."""
    several = lambda value: [value] * 3 if isinstance(value, int) else list(value)
    x, kernel = tf.transpose(x, [0, 2, 3, 4, 1]), tf.transpose(weight, [2, 3, 4, 1, 0])
    if isinstance(padding, str):
        kind = padding.upper()
    else:
        x, kind = tf.pad(x, [[0, 0], *([size, size] for size in several(padding)), [0, 0]]), "VALID"
    parts = [tf.nn.conv3d(a, b, [1, *several(stride), 1], kind, dilations=[1, *several(dilation), 1])
             for a, b in zip(tf.split(x, groups, axis=-1), tf.split(kernel, groups, axis=-1))]
    out = tf.concat(parts, axis=-1)
    return tf.transpose(out if bias is None else out + bias, [0, 4, 1, 2, 3])
