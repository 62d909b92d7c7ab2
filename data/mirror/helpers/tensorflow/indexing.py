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
    parts = index if isinstance(index, tuple) else (index,)
    if any(isinstance(one, (list, np.ndarray)) or (isinstance(one, tf.Tensor) and hasattr(one, "numpy")) for one in parts):
        places = tf.constant(places_of(x, index), dtype=tf.int32)
    else:
        places = tf.reshape(tf.range(tf.size(x)), tf.shape(x))
        places = tf.gather(places, index) if tf.is_tensor(index) else places[index]
    values = tf.broadcast_to(tf.cast(value, x.dtype), tf.shape(places))
    flat = tf.tensor_scatter_nd_update(tf.reshape(x, [-1]), tf.reshape(places, [-1, 1]), tf.reshape(values, [-1]))
    return tf.reshape(flat, tf.shape(x))


def taken(x, index):
    """x[index], for every index that numpy takes."""
    places = places_of(x, index)
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


def index_add(x, axis, index, source, alpha=1):
    source = source if alpha == 1 else source * alpha
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


def places_of(x, index):
    """Where in the flattened x the elements of x[index] lie."""
    plain = lambda one: np.asarray(one) if tf.is_tensor(one) else one
    index = tuple(plain(one) for one in index) if isinstance(index, tuple) else plain(index)
    return np.arange(math.prod(x.shape)).reshape(x.shape)[index]


def with_change(x, index, value, kind):
    """x with x[index] changed by value; places that stand twice change twice."""
    places = places_of(x, index)
    value = tf.cast(value, x.dtype)
    values = tf.reshape(tf.broadcast_to(value, places.shape), [-1])
    flat, where = tf.reshape(x, [-1]), np.reshape(places, [-1, 1])
    if kind in ("multiply", "mul", "divide", "power"):
        if len(np.unique(where)) != len(where):
            raise SystemExit(f"no rule for places that {kind} changes twice")  # no error that a program could expect
        old = tf.gather_nd(flat, where)
        new = old / values if kind == "divide" else old ** values if kind == "power" else old * values
        return tf.reshape(tf.tensor_scatter_nd_update(flat, where, new), x.shape)
    change = {"add": tf.tensor_scatter_nd_add, "subtract": tf.tensor_scatter_nd_sub, "max": tf.tensor_scatter_nd_max,
              "min": tf.tensor_scatter_nd_min}[kind]
    return tf.reshape(change(flat, where, values), x.shape)


def take(x, index, axis=None, mode="fill"):
    """As JAX takes: places beyond the end are clipped, counted on from the start, or filled."""
    if axis is None:
        x, axis = tf.reshape(x, [-1]), 0
    index = tf.convert_to_tensor(index)
    index = index if index.dtype in (tf.int32, tf.int64) else tf.cast(index, tf.int32)
    size = tf.cast(x.shape[axis], index.dtype)
    if mode == "wrap":
        return tf.gather(x, index % size, axis=axis)
    if mode == "clip":
        return tf.gather(x, tf.clip_by_value(index, 0, size - 1), axis=axis)
    index = tf.where(index < 0, index + size, index)
    out = tf.gather(x, tf.clip_by_value(index, 0, size - 1), axis=axis)
    known = (index >= 0) & (index < size)
    after = len(x.shape) - 1 - axis % len(x.shape)
    known = tf.reshape(known, list(index.shape) + [1] * after)
    missing = float("nan") if x.dtype.is_floating or x.dtype.is_complex else x.dtype.max if x.dtype.is_unsigned else x.dtype.min
    return tf.where(known, out, tf.cast(missing, x.dtype))


def segments(x, index, count=None, kind="sum"):
    """As JAX has them: what lies beyond the last segment is dropped."""
    count = int(tf.reduce_max(index)) + 1 if count is None else count
    index = tf.where(index < count, index, -tf.ones_like(index))
    reduce = {"sum": tf.math.unsorted_segment_sum, "prod": tf.math.unsorted_segment_prod, "max": tf.math.unsorted_segment_max,
              "min": tf.math.unsorted_segment_min}[kind]
    out = reduce(x, index, count)
    if kind in ("sum", "prod") or not x.dtype.is_floating:
        return out
    empty = tf.math.unsorted_segment_sum(tf.ones_like(x), index, count) == 0
    return tf.where(empty, tf.constant(float("-inf") if kind == "max" else float("inf"), x.dtype), out)


def unique_with(x, counts=False, inverse=False):
    """Different elements in order, the places of all among them, and how often they stand there."""
    values, places, numbers = tf.unique_with_counts(tf.reshape(x, [-1]), out_idx=tf.int64)
    order = tf.argsort(values)
    out = [tf.gather(values, order)]
    if inverse:
        out.append(tf.reshape(tf.gather(tf.cast(tf.argsort(order), tf.int64), places), tf.shape(x)))
    if counts:
        out.append(tf.gather(numbers, order))
    return tuple(out)


def nonzero_axes(x):
    places = tf.where(x)
    return tuple(places[:, k] for k in range(len(x.shape)))


def scatter_reduce(x, axis, index, source, reduce, include_self=True):
    axis = axis % len(x.shape)
    places = scatter_places(x, axis, index)
    values = source[tuple(slice(0, n) for n in index.shape)]
    counts = tf.tensor_scatter_nd_add(tf.zeros_like(x), places, tf.ones_like(values))
    start = {"sum": 0, "mean": 0, "prod": 1, "amax": x.dtype.min, "amin": x.dtype.max}[reduce]
    begin = x if include_self else tf.where(counts > 0, tf.cast(start, x.dtype), x)
    if reduce in ("amax", "amin"):
        return (tf.tensor_scatter_nd_max if reduce == "amax" else tf.tensor_scatter_nd_min)(begin, places, values)
    if reduce == "prod":
        flat = tf.unstack(tf.reshape(places, [-1, len(x.shape)]))
        for place, value in zip(flat, tf.unstack(tf.reshape(values, [-1]))):
            begin = tf.tensor_scatter_nd_update(begin, place[None], (tf.gather_nd(begin, place) * value)[None])
        return begin
    out = tf.tensor_scatter_nd_add(begin, places, values)
    if reduce == "sum":
        return out
    number = tf.maximum(counts + (1 if include_self else 0), tf.ones_like(counts))
    return out / number if x.dtype.is_floating else out // number


def index_copy(x, axis, index, source):
    moved = tf.experimental.numpy.moveaxis(x, axis, 0)
    copied = tf.tensor_scatter_nd_update(moved, tf.expand_dims(index, -1), tf.experimental.numpy.moveaxis(source, axis, 0))
    return tf.experimental.numpy.moveaxis(copied, 0, axis)


def cummin(x, axis):
    """Running minimum and where it stands last."""
    values = np.minimum.accumulate(x.numpy(), axis=axis)
    steps = np.arange(x.shape[axis]).reshape([-1 if k == axis % x.ndim else 1 for k in range(x.ndim)])
    places = np.maximum.accumulate(np.where(x.numpy() == values, steps, 0), axis=axis)
    return tf.constant(values), tf.constant(places)


def broadcast_all(*tensors):
    shape = tf.broadcast_static_shape(tensors[0].shape, tensors[0].shape)
    for one in tensors:
        shape = tf.broadcast_static_shape(shape, one.shape)
    return [tf.broadcast_to(one, shape) for one in tensors]


def flattened(x, start=0, end=-1):
    shape = list(x.shape)
    start, end = start % max(len(shape), 1), end % max(len(shape), 1)
    return tf.reshape(x, shape[:start] + [math.prod(shape[start:end + 1])] + shape[end + 1:])


def unflattened(x, axis, sizes):
    shape = list(x.shape)
    axis = axis % len(shape)
    return tf.reshape(x, shape[:axis] + list(sizes) + shape[axis + 1:])


def at_least(x, count):
    """With new axes, where numpy puts them."""
    x = tf.convert_to_tensor(x)
    if count == 3 and len(x.shape) == 2:
        return x[:, :, None]
    if count == 3 and len(x.shape) == 1:
        return x[None, :, None]
    return tf.reshape(x, [1] * (count - len(x.shape)) + list(x.shape))


def triangle_places(rows, columns, k, upper):
    pick = np.triu_indices if upper else np.tril_indices
    return [tf.constant(one) for one in pick(rows, k, columns)]


def appended(x, y, axis=None):
    if axis is None:
        return tf.concat([tf.reshape(x, [-1]), tf.reshape(tf.cast(y, x.dtype), [-1])], axis=0)
    return tf.concat([x, tf.cast(y, x.dtype)], axis=axis)


def dynamic_slice(x, start, sizes):
    """The start is moved until all of the slice lies in x."""
    begin = [tf.clip_by_value(tf.cast(at, tf.int32), 0, whole - size) for at, whole, size in zip(start, x.shape, sizes)]
    return tf.slice(x, tf.stack(begin), list(sizes))


def dynamic_update_slice(x, update, start):
    begin = [min(max(int(at), 0), whole - size) for at, whole, size in zip(start, x.shape, update.shape)]
    index = tuple(slice(at, at + size) for at, size in zip(begin, update.shape))
    return with_item(x, index, update)


def median_with_index(x, axis, keepdims=False):
    """The lower one of the two in the middle, and where it stands."""
    values, index = sort_with_index(x, axis)
    middle = (x.shape[axis] - 1) // 2
    if keepdims:
        middle = [middle]
    return tf.gather(values, middle, axis=axis), tf.gather(index, middle, axis=axis)


def bincount_of(x, length):
    """Places beyond the length are dropped."""
    return tf.math.bincount(tf.cast(tf.reshape(x, [-1]), tf.int32), minlength=length, maxlength=length)


def sparse_of_rows(places, values, shape):
    return tf.sparse.reorder(tf.sparse.SparseTensor(tf.transpose(tf.cast(places, tf.int64)), tf.convert_to_tensor(values), tuple(shape)))


def padded_rows(tensors, first=False, value=0.0):
    rows = tf.ragged.stack(list(tensors)).to_tensor(default_value=tf.cast(value, tensors[0].dtype))
    return rows if first else tf.transpose(rows, [1, 0, *range(2, len(rows.shape))])


def common_shape(*shapes):
    """What all of them are broadcast to."""
    out = tf.TensorShape([])
    for shape in shapes:
        out = tf.broadcast_static_shape(out, tf.TensorShape([shape] if isinstance(shape, int) else list(shape)))
    return tuple(out.as_list())
