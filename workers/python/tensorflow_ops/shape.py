"""Operators that move elements without looking at them."""
import numpy as np
import tensorflow as tf

from .common import OPS, axis_of, channels_first, channels_last, dims, product, rank, scalar, span, tf_type


@OPS.define("Identity")
def identity(call, x):
    return tf.identity(x) if tf.is_tensor(x) else x  # sequences and optionals are not changed in place


@OPS.define("Constant")
def constant(call):
    for name, dtype in (("value_float", np.float32), ("value_floats", np.float32), ("value_int", np.int64),
                        ("value_ints", np.int64), ("value_string", object), ("value_strings", object)):
        value = call.attr(name)
        if value is not None:
            return tf.constant(np.array(value, dtype))
    value = call.attr("value")
    return tf.constant(call.attr("sparse_value") if value is None else value)


@OPS.define("ConstantOfShape")
def constant_of_shape(call, shape):
    value = call.attr("value", np.zeros(1, np.float32))
    return tf.fill(call.ints(0), tf.constant(value.reshape(())))


@OPS.define("Shape")
def shape_of(call, x):
    end = call.attr("end")
    return tf.constant(dims(x)[call.attr("start", 0):end], tf.int64)


@OPS.define("Size")
def size(call, x):
    return tf.constant(product(dims(x)), tf.int64)


@OPS.define("Reshape")
def reshape(call, x, shape=None):
    target = list(span(call, 5, "shape"))
    if not call.attr("allowzero", 0):
        target = [dims(x)[i] if t == 0 else t for i, t in enumerate(target)]
    return tf.reshape(x, target)


@OPS.define("Flatten")
def flatten(call, x):
    shape = dims(x)
    axis = axis_of(call.attr("axis", 1), len(shape))
    return tf.reshape(x, [product(shape[:axis]), product(shape[axis:])])


@OPS.define("Transpose")
def transpose(call, x):
    return tf.transpose(x, call.attr("perm", list(range(rank(x)))[::-1]))


@OPS.define("Squeeze")
def squeeze(call, x, axes=None):
    axes = span(call, 13, "axes")
    if axes is None:
        return tf.squeeze(x)
    return tf.squeeze(x, [axis_of(a, rank(x)) for a in axes]) if axes else tf.identity(x)


@OPS.define("Unsqueeze")
def unsqueeze(call, x, axes=None):
    axes = span(call, 13, "axes")
    new = {axis_of(a, rank(x) + len(axes)) for a in axes}
    sizes = iter(dims(x))
    return tf.reshape(x, [1 if i in new else next(sizes) for i in range(rank(x) + len(axes))])


@OPS.define("Concat")
def concat(call, *values):
    return tf.concat(values, axis_of(call.attr("axis", 1), rank(values[0])))


@OPS.define("Split")
def split(call, x, sizes=None):
    axis = axis_of(call.attr("axis", 0), rank(x))
    length = dims(x)[axis]
    sizes = call.attr("split") if call.opset < 13 and sizes is None else call.ints(1)
    if sizes is None:
        count = call.attr("num_outputs", len(call.node.outputs))
        part = -(-length // count)  # the last part is the smaller one
        sizes = [max(0, min(part, length - i * part)) for i in range(count)]
    return tuple(tf.split(x, list(sizes), axis))


def slice_range(start, end, step, length):
    """Start, number of elements, as the text of Slice clamps them."""
    start += length if start < 0 else 0
    end += length if end < 0 else 0
    if step > 0:
        start, end = min(max(start, 0), length), min(max(end, 0), length)
        return start, max(0, -(-(end - start) // step))
    start, end = min(max(start, 0), length - 1), min(max(end, -1), length - 1)
    return start, max(0, -(-(start - end) // -step)) if length else 0


@OPS.define("Slice")
def slice_(call, x, *_):
    if call.opset < 10:
        starts, ends, axes, steps = call.attr("starts"), call.attr("ends"), call.attr("axes"), None
    else:
        starts, ends, axes, steps = call.ints(1), call.ints(2), call.ints(3), call.ints(4)
    n = rank(x)
    axes = range(len(starts)) if axes is None else axes
    begin, stop, stride, open_end = [0] * n, dims(x), [1] * n, 0
    for i, axis in enumerate(axes):
        axis = axis_of(axis, n)
        step = steps[i] if steps else 1
        first, count = slice_range(starts[i], ends[i], step, dims(x)[axis])
        if count == 0:
            begin[axis], stop[axis], step = 0, 0, 1
        else:
            begin[axis], stop[axis] = first, first + count * step
            if stop[axis] < 0:
                open_end |= 1 << axis
        stride[axis] = step
    return tf.strided_slice(x, begin, stop, stride, end_mask=open_end)


@OPS.define("Expand")
def expand(call, x, shape):
    return tf.broadcast_to(x, np.broadcast_shapes(tuple(dims(x)), tuple(call.ints(1))))


@OPS.define("Tile")
def tile(call, x, *_):
    if call.opset < 6:
        repeats = [1] * rank(x)
        repeats[call.ints(2)[0]] = call.ints(1)[0]
        return tf.tile(x, repeats)
    return tf.tile(x, call.ints(1))


def take(x, axis, indices):
    """x at static positions along an axis."""
    return tf.gather(x, tf.constant(indices, tf.int32), axis=axis)


def _pad_positions(length, before, after, mode):
    at = np.arange(-before, length + after)
    if mode == "edge":
        return np.clip(at, 0, length - 1)
    if mode == "wrap":
        return at % length
    period = max(2 * (length - 1), 1)
    at = at % period
    return np.where(at < length, at, period - at)


@OPS.define("Pad")
def pad(call, x, pads=None, value=None, axes=None):
    n, mode = rank(x), call.attr("mode", "constant")
    if call.opset < 11:
        pads = list(call.attr("pads") or call.attr("paddings"))
        value = scalar(call.attr("value", 0.0), x)
        axes = None
    else:
        pads, axes = call.ints(1), call.ints(3)
    axes = [axis_of(a, n) for a in axes] if axes is not None else list(range(n))
    widths = [(0, 0)] * n
    for i, axis in enumerate(axes):
        widths[axis] = (pads[i], pads[i + len(axes)])
    return padded(x, widths, mode, value)


def padded(x, widths, mode="constant", value=None):
    """Pads; negative widths crop first."""
    if not widths:
        return tf.identity(x)  # a scalar has nothing to pad
    if any(w < 0 for pair in widths for w in pair):
        begin = [max(0, -before) for before, _ in widths]
        end = [size - max(0, -after) for size, (_, after) in zip(dims(x), widths)]
        x = tf.strided_slice(x, begin, end)
        widths = [(max(before, 0), max(after, 0)) for before, after in widths]
    if mode == "constant":
        if value is None or x.dtype == tf.string:
            return tf.pad(x, widths)
        return tf.raw_ops.PadV2(input=x, paddings=widths, constant_values=tf.reshape(value, []))
    if mode == "reflect" and all(max(w) < s for w, s in zip(widths, dims(x))):  # an empty axis is refused as well
        return tf.pad(x, widths, "REFLECT")
    for axis, (before, after) in enumerate(widths):
        if before or after:
            x = take(x, axis, _pad_positions(dims(x)[axis], before, after, mode))
    return x


@OPS.define("Range")
def range_(call, start, limit, delta):
    a, b, step = (call.static(i).reshape(()) for i in range(3))
    if (float(b) - float(a)) / float(step) <= 0:
        return tf.zeros([0], start.dtype)
    if start.dtype == tf.int16:
        return tf.cast(tf.range(int(a), int(b), int(step), dtype=tf.int32), tf.int16)
    return tf.range(*(tf.constant(v, start.dtype) for v in (a, b, step)))


@OPS.define("EyeLike")
def eye_like(call, x):
    rows, columns = dims(x)
    dtype = tf_type(call.attr("dtype")) if call.attr("dtype") else x.dtype
    k = call.attr("k", 0)
    count = min(rows + min(k, 0), columns - max(k, 0))
    if count <= 0:
        return tf.zeros([rows, columns], dtype)
    return tf.linalg.diag(tf.ones([count], dtype), k=k, num_rows=rows, num_cols=columns)


@OPS.define("Trilu")
def trilu(call, x, k=None):
    k = call.ints(1, [0])[0]
    rows, columns = dims(x)[-2:]
    if call.attr("upper", 1) and k <= 0:
        return tf.linalg.band_part(x, min(-k, rows), -1)
    if not call.attr("upper", 1) and k >= 0:
        return tf.linalg.band_part(x, -1, min(k, columns))
    keep = (np.triu if call.attr("upper", 1) else np.tril)(np.ones((rows, columns), bool), k)
    return tf.where(tf.constant(keep), x, tf.zeros_like(x))


@OPS.define("DepthToSpace")
def depth_to_space(call, x):
    block = call.attr("blocksize")
    if call.attr("mode", "DCR") == "DCR":
        if block == 1:
            return tf.identity(x)  # TensorFlow refuses a block of one
        return channels_first(tf.nn.depth_to_space(channels_last(x), block))
    n, c, h, w = dims(x)
    y = tf.reshape(x, [n, c // (block * block), block, block, h, w])
    return tf.reshape(tf.transpose(y, [0, 1, 4, 2, 5, 3]), [n, c // (block * block), h * block, w * block])


@OPS.define("SpaceToDepth")
def space_to_depth(call, x):
    block = call.attr("blocksize")
    if call.attr("mode", "DCR") == "DCR":
        if block == 1:
            return tf.identity(x)
        return channels_first(tf.nn.space_to_depth(channels_last(x), block))
    n, c, h, w = dims(x)
    y = tf.reshape(x, [n, c, h // block, block, w // block, block])
    return tf.reshape(tf.transpose(y, [0, 1, 3, 5, 2, 4]), [n, c * block * block, h // block, w // block])


@OPS.define("ReverseSequence")
def reverse_sequence(call, x, lengths):
    return tf.reverse_sequence(x, lengths, seq_axis=call.attr("time_axis", 0), batch_axis=call.attr("batch_axis", 1))
