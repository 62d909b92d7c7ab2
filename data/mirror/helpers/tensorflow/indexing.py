"""Helpers of programs that are carried to TensorFlow: taking, putting, splitting and sorting."""
import math

import numpy as np
import tensorflow as tf


def max_with_index(x, axis, keepdims=False):
    index = tf.argmax(x, axis=axis)
    return tf.reduce_max(x, axis=axis, keepdims=keepdims), tf.expand_dims(index, axis) if keepdims else index


def min_with_index(x, axis, keepdims=False):
    index = tf.argmin(x, axis=axis)
    return tf.reduce_min(x, axis=axis, keepdims=keepdims), tf.expand_dims(index, axis) if keepdims else index


def cummax(x, axis):
    """Running maximum and where it stands."""
    values = np.maximum.accumulate(x.numpy(), axis=axis)
    steps = np.arange(x.shape[axis]).reshape([-1 if k == axis % x.ndim else 1 for k in range(x.ndim)])
    places = np.maximum.accumulate(np.where(x.numpy() == values, steps, 0), axis=axis)
    return tf.constant(values), tf.constant(places)


def with_item(x, index, value):
    """x with x[index] = value."""
    if tf.is_tensor(index) and index.dtype == tf.bool:
        return tf.where(index, tf.cast(value, x.dtype), x)
    places = tf.reshape(tf.range(tf.size(x)), tf.shape(x))
    places = tf.gather(places, index) if tf.is_tensor(index) or isinstance(index, list) else places[index]
    values = tf.broadcast_to(tf.cast(value, x.dtype), tf.shape(places))
    flat = tf.tensor_scatter_nd_update(tf.reshape(x, [-1]), tf.reshape(places, [-1, 1]), tf.reshape(values, [-1]))
    return tf.reshape(flat, tf.shape(x))


def taken(x, index):
    """x[index], for every index that numpy takes."""
    places = np.arange(math.prod(x.shape)).reshape(x.shape)[index]
    return tf.reshape(tf.gather(tf.reshape(x, [-1]), np.ravel(places)), np.shape(places))


def split_at(x, places, axis=0):
    """At places, or into so many parts, as JAX counts."""
    size = x.shape[axis]
    if isinstance(places, int):
        places = [sum(size // places + (j < size % places) for j in range(k + 1)) for k in range(places - 1)]
    bounds = [0] + [min(int(place), size) for place in places] + [size]
    return tf.split(x, [max(b - a, 0) for a, b in zip(bounds, bounds[1:])], axis=axis)


def split(x, sizes, axis=0):
    if isinstance(sizes, int):
        whole, rest = divmod(x.shape[axis], sizes)
        sizes = [sizes] * whole + ([rest] if rest else [])
    return tf.split(x, sizes, axis=axis)


def expand(x, shape):
    """Broadcasts; -1 keeps a size."""
    old = [1] * (len(shape) - len(x.shape)) + list(x.shape)
    return tf.broadcast_to(x, [old[k] if size == -1 else size for k, size in enumerate(shape)])


def select(x, axis, index):
    if not -x.shape[axis] <= index < x.shape[axis]:
        raise IndexError(f"index {index} is out of range for a dimension of size {x.shape[axis]}")
    return tf.gather(x, index % x.shape[axis], axis=axis)


def scatter_places(x, axis, index):
    """The place in x of each element of index, which replaces the coordinate of one axis."""
    grid = list(tf.meshgrid(*[tf.range(size, dtype=tf.int64) for size in index.shape], indexing="ij"))
    grid[axis] = tf.cast(index, tf.int64)
    return tf.stack(grid, axis=-1)


def scatter(x, axis, index, source):
    values = tf.broadcast_to(tf.cast(source, x.dtype), index.shape) if not tf.is_tensor(source) else source[tuple(slice(0, n) for n in index.shape)]
    return tf.tensor_scatter_nd_update(x, scatter_places(x, axis, index), values)


def scatter_add(x, axis, index, source):
    return tf.tensor_scatter_nd_add(x, scatter_places(x, axis, index), source[tuple(slice(0, n) for n in index.shape)])


def index_add(x, axis, index, source):
    moved = tf.experimental.numpy.moveaxis(x, axis, 0)
    added = tf.tensor_scatter_nd_add(moved, tf.expand_dims(index, -1), tf.experimental.numpy.moveaxis(source, axis, 0))
    return tf.experimental.numpy.moveaxis(added, 0, axis)


def index_fill(x, axis, index, value):
    moved = tf.experimental.numpy.moveaxis(x, axis, 0)
    values = tf.fill([len(index)] + list(moved.shape[1:]), tf.cast(value, x.dtype))
    filled = tf.tensor_scatter_nd_update(moved, tf.expand_dims(index, -1), values)
    return tf.experimental.numpy.moveaxis(filled, 0, axis)


def sort_with_index(x, axis=-1, descending=False):
    order = tf.argsort(x, axis=axis, direction="DESCENDING" if descending else "ASCENDING", stable=True)
    return tf.experimental.numpy.take_along_axis(x, order, axis=axis), tf.cast(order, tf.int64)


def topk(x, k, axis=-1, largest=True):
    moved = tf.experimental.numpy.moveaxis(x, axis, -1)
    values, index = tf.math.top_k(moved if largest else -moved, k=k)
    values = values if largest else -values
    return tf.experimental.numpy.moveaxis(values, -1, axis), tf.cast(tf.experimental.numpy.moveaxis(index, -1, axis), tf.int64)


def stacked(parts):
    if isinstance(parts[0], (list, tuple)):
        return type(parts[0])(stacked(part) for part in zip(*parts))
    return None if parts[0] is None else tf.stack(parts)


def diag_embed(x, offset=0, first=-2, second=-1):
    """Matrices with x on a diagonal, between the other axes."""
    return tf.experimental.numpy.moveaxis(tf.linalg.diag(x, k=offset), (-2, -1), (first, second))


def channel_shuffle(x, groups):
    sizes = list(x.shape)
    parts = tf.reshape(x, [sizes[0], groups, sizes[1] // groups] + sizes[2:])
    return tf.reshape(tf.experimental.numpy.swapaxes(parts, 1, 2), sizes)
