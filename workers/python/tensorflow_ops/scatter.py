"""Writing into copies of tensors."""
import numpy as np
import tensorflow as tf

from .common import OPS, axis_of, dims, product, rank, wrapped
from .indexing import wrapped_rows

_SCATTER = {"none": tf.tensor_scatter_nd_update, "add": tf.tensor_scatter_nd_add, "max": tf.tensor_scatter_nd_max,
            "min": tf.tensor_scatter_nd_min}


def _scatter(data, rows, updates, reduction):
    """rows: [..., depth] positions of slices of `data`."""
    if product(dims(updates)) == 0:
        return tf.identity(data)
    if reduction == "mul":
        return _multiply(data, rows, updates)
    return _SCATTER[reduction](data, rows, updates)


def _multiply(data, rows, updates):
    """TensorFlow has no such scatter; the products of all updates of one place are a segment reduction."""
    shape = dims(data)
    depth = dims(rows)[-1]
    places, inner = product(shape[:depth]), product(shape[depth:])
    strides = [product(shape[i + 1:depth]) for i in range(depth)]
    flat = tf.reduce_sum(tf.reshape(rows, [-1, depth]) * tf.constant(strides, rows.dtype), axis=1)
    factors = tf.math.unsorted_segment_prod(tf.reshape(updates, [-1, inner]), flat, places)
    return tf.reshape(tf.reshape(data, [places, inner]) * factors, shape)


@OPS.define("ScatterND")
def scatter_nd(call, data, indices, updates):
    rows = wrapped_rows(indices, dims(data)[:dims(indices)[-1]])
    return _scatter(data, rows, updates, call.attr("reduction", "none"))


@OPS.define("ScatterElements", "Scatter")
def scatter_elements(call, data, indices, updates):
    axis = axis_of(call.attr("axis", 0), rank(data))
    indices = tf.cast(wrapped(indices, dims(data)[axis]), tf.int64)
    if product(dims(indices)) == 0:
        return tf.identity(data)
    grid = np.indices(dims(indices))
    rows = tf.stack([indices if i == axis else tf.constant(grid[i], tf.int64) for i in range(rank(data))], axis=-1)
    return _scatter(data, rows, updates, call.attr("reduction", "none"))


@OPS.define("TensorScatter")
def tensor_scatter(call, past, update, starts=None):
    axis = axis_of(call.attr("axis", -2), rank(past))
    batch, length, size = dims(past)[0], dims(update)[axis], dims(past)[axis]
    if product(dims(update)) == 0:
        return tf.identity(past)
    starts = tf.zeros([batch], tf.int64) if starts is None else tf.cast(starts, tf.int64)
    at = starts[:, None] + tf.range(length, dtype=tf.int64)[None]
    if call.attr("mode", "linear") == "circular":
        at = tf.math.floormod(at, tf.constant(size, tf.int64))
    shape = [1] * rank(past)
    shape[0], shape[axis] = batch, length
    positions = tf.broadcast_to(tf.reshape(at, shape), dims(update))
    grid = np.indices(dims(update))
    rows = tf.stack([positions if i == axis else tf.constant(grid[i], tf.int64) for i in range(rank(past))], axis=-1)
    return tf.tensor_scatter_nd_update(past, rows, update)
