"""Gathering, searching, sorting."""
import numpy as np
import tensorflow as tf

from assay_worker import Unsupported

from .common import OPS, axis_of, dims, fixed, move, rank, scalar, wrapped


@OPS.define("Gather")
def gather(call, data, indices):
    axis = axis_of(call.attr("axis", 0), rank(data))
    return tf.gather(data, wrapped(indices, dims(data)[axis]), axis=axis)


def last_axis(x, axis):
    """x with `axis` moved to the end, and the order that moves it back."""
    n = rank(x)
    order = [i for i in range(n) if i != axis] + [axis]
    return move(x, order), [order.index(i) for i in range(n)]


@OPS.define("GatherElements")
def gather_elements(call, data, indices):
    n = rank(data)
    axis = axis_of(call.attr("axis", 0), n)
    indices = wrapped(indices, dims(data)[axis])
    size = [dims(data)[i] if i == axis else dims(indices)[i] for i in range(n)]
    if size != dims(data):
        data = tf.slice(data, [0] * n, size)
    data, back = last_axis(data, axis)
    indices, _ = last_axis(indices, axis)
    return move(tf.gather(data, indices, batch_dims=n - 1, axis=n - 1), back)


def wrapped_rows(indices, sizes):
    """Rows of positions with the negative ones counted from the end."""
    return tf.where(indices < 0, indices + tf.constant(sizes, indices.dtype), indices)


@OPS.define("GatherND")
def gather_nd(call, data, indices):
    batch = call.attr("batch_dims", 0)
    sizes = dims(data)[batch:batch + dims(indices)[-1]]
    return tf.gather_nd(data, wrapped_rows(indices, sizes), batch_dims=batch)


@OPS.define("Compress")
def compress(call, x, condition):
    axis = call.attr("axis")
    if axis is None:
        x, axis = tf.reshape(x, [-1]), 0
    chosen = fixed(call, tf.reshape(tf.where(condition), [-1]))
    return tf.gather(x, chosen, axis=axis_of(axis, rank(x)))


@OPS.define("NonZero")
def non_zero(call, x):
    if rank(x) == 0:
        raise Unsupported("NonZero of a scalar: tf.where takes none")
    return tf.transpose(fixed(call, tf.where(x if x.dtype == tf.bool else tf.not_equal(x, scalar(0, x)))))


@OPS.define("OneHot")
def one_hot(call, indices, depth, values):
    depth = int(call.ints(1)[0])
    if indices.dtype not in (tf.int32, tf.int64):
        indices = tf.cast(indices, tf.int64)
    axis = axis_of(call.attr("axis", -1), rank(indices) + 1)
    off, on = values[0], values[1]
    return tf.one_hot(wrapped(indices, depth), depth, on_value=on, off_value=off, axis=axis, dtype=values.dtype)


@OPS.define("TopK")
def top_k(call, x, k=None):
    axis = axis_of(call.attr("axis", -1), rank(x))
    count = call.attr("k") if call.opset < 10 else call.ints(1)[0]
    rows, back = last_axis(x, axis)
    if call.attr("largest", 1):
        values, indices = tf.math.top_k(rows, count)
    else:  # turning the order round keeps ties, so that the lower index still comes first
        _, indices = tf.math.top_k(tf.bitwise.invert(rows) if x.dtype.is_integer else -rows, count)
        values = tf.gather(rows, indices, batch_dims=rank(x) - 1)
    return move(values, back), move(tf.cast(indices, tf.int64), back)


@OPS.define("Unique")
def unique(call, x):
    axis = call.attr("axis")
    if axis is None:
        x, axis = tf.reshape(x, [-1]), 0
    axis = axis_of(axis, rank(x))
    y, inverse, counts = tf.raw_ops.UniqueWithCountsV2(x=x, axis=[axis], out_idx=tf.int64)
    y, counts = fixed(call, y), fixed(call, counts)
    found = dims(y)[axis]
    positions = tf.range(dims(x)[axis], dtype=tf.int64)
    first = tf.math.unsorted_segment_min(positions, inverse, found)
    if call.attr("sorted", 1):
        order = _sorted_rows(y, axis)
        y, first, counts = (tf.gather(v, order, axis=a) for v, a in ((y, axis), (first, 0), (counts, 0)))
        inverse = tf.gather(tf.argsort(order), inverse)
    return y, first, tf.cast(inverse, tf.int64), counts


def _sorted_rows(y, axis):
    """The order that sorts slices along an axis by their elements, row-major."""
    rows, _ = last_axis(y, axis)
    keys = tf.reshape(rows, [-1, dims(y)[axis]])
    order = tf.range(dims(y)[axis])
    for i in reversed(range(dims(keys)[0])):
        order = tf.gather(order, tf.argsort(tf.gather(keys[i], order), stable=True))
    return order


@OPS.define("ArrayFeatureExtractor", domain="ai.onnx.ml")
def array_feature_extractor(call, x, indices):
    y = tf.gather(x, tf.reshape(indices, [-1]), axis=rank(x) - 1)
    return tf.reshape(y, [1, -1]) if rank(x) == 1 else y


@OPS.define("NonMaxSuppression")
def non_max_suppression(call, boxes, scores, most=None, iou=None, threshold=None):
    most = call.ints(2, [0])[0]
    iou = 0.0 if iou is None else float(call.static(3).reshape(-1)[0])
    floor = None if threshold is None else float(call.static(4).reshape(-1)[0])
    if call.attr("center_point_box", 0):
        x, y, w, h = tf.unstack(boxes, axis=2)
        half_w, half_h = w / 2, h / 2
        boxes = tf.stack([y - half_h, x - half_w, y + half_h, x + half_w], axis=2)
    batch, classes, _ = dims(scores)
    rows = []
    for b in range(batch):
        for c in range(classes if most > 0 else 0):
            kept = tf.raw_ops.NonMaxSuppressionV3(
                boxes=boxes[b], scores=scores[b, c], max_output_size=min(most, dims(boxes)[1]), iou_threshold=iou,
                score_threshold=-np.inf if floor is None else floor)
            kept = tf.cast(fixed(call, kept), tf.int64)
            ones = tf.ones_like(kept)
            rows.append(tf.stack([ones * b, ones * c, kept], axis=1))
    return tf.concat(rows, 0) if rows else tf.zeros([0, 3], tf.int64)
