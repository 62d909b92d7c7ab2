"""Helpers of programs that are carried to JAX: taking, putting, splitting and sorting."""
import jax
import jax.numpy as jnp
import jax.scipy
import numpy as np


def max_with_index(x, axis, keepdims=False):
    index = jnp.argmax(x, axis=axis)
    return jnp.max(x, axis=axis, keepdims=keepdims), jnp.expand_dims(index, axis) if keepdims else index


def min_with_index(x, axis, keepdims=False):
    index = jnp.argmin(x, axis=axis)
    return jnp.min(x, axis=axis, keepdims=keepdims), jnp.expand_dims(index, axis) if keepdims else index


def cummax(x, axis):
    """Running maximum and where it stands."""
    values = jax.lax.cummax(x, axis=axis % x.ndim)
    steps = jnp.arange(x.shape[axis]).reshape([-1 if k == axis % x.ndim else 1 for k in range(x.ndim)])
    return values, jax.lax.cummax(jnp.where(x == values, steps, 0), axis=axis % x.ndim)


def in_top_k(targets, predictions, k):
    wanted = jnp.take_along_axis(predictions, targets[:, None], axis=-1)
    finite = jnp.isfinite(predictions).all(axis=-1)
    return (jnp.sum(predictions > wanted, axis=-1) < k) & finite


def with_item(x, index, value):
    """x with x[index] = value."""
    return x.at[index].set(value)


def split(x, sizes, axis=0):
    if isinstance(sizes, int):
        sizes = [sizes] * -(-x.shape[axis] // sizes)
    return jnp.split(x, np.cumsum(sizes)[:-1], axis=axis)


def split_by(x, sizes, axis=0):
    """Into so many parts, or parts of these sizes, as TensorFlow counts."""
    if isinstance(sizes, int):
        sizes = [x.shape[axis] // sizes] * sizes
    return list(jnp.split(x, np.cumsum(np.asarray(sizes))[:-1], axis=axis))


def expand(x, shape):
    """Broadcasts; -1 keeps a size."""
    old = [1] * (len(shape) - x.ndim) + list(x.shape)
    return jnp.broadcast_to(x, [old[k] if size == -1 else size for k, size in enumerate(shape)])


def select(x, axis, index):
    if not -x.shape[axis] <= index < x.shape[axis]:
        raise IndexError(f"index {index} is out of range for a dimension of size {x.shape[axis]}")
    return jnp.take(x, index, axis=axis)


def scatter_places(axis, index):
    """An index of all elements in which the coordinate of one axis is replaced."""
    grid = list(jnp.meshgrid(*[jnp.arange(size) for size in index.shape], indexing="ij"))
    grid[axis] = index
    return tuple(grid)


def scatter(x, axis, index, source):
    values = source if jnp.ndim(source) == 0 else source[tuple(slice(0, n) for n in index.shape)]
    return x.at[scatter_places(axis, index)].set(values)


def scatter_add(x, axis, index, source):
    return x.at[scatter_places(axis, index)].add(source[tuple(slice(0, n) for n in index.shape)])


def index_add(x, axis, index, source):
    return jnp.moveaxis(jnp.moveaxis(x, axis, 0).at[index].add(jnp.moveaxis(source, axis, 0)), 0, axis)


def index_fill(x, axis, index, value):
    return jnp.moveaxis(jnp.moveaxis(x, axis, 0).at[index].set(value), 0, axis)


def gather_nd(x, index):
    return x[tuple(jnp.moveaxis(jnp.asarray(index), -1, 0))]


def scatter_nd_update(x, index, updates):
    return x.at[tuple(jnp.moveaxis(jnp.asarray(index), -1, 0))].set(jnp.asarray(updates))


def scatter_nd_add(x, index, updates):
    return x.at[tuple(jnp.moveaxis(jnp.asarray(index), -1, 0))].add(jnp.asarray(updates))


def scatter_nd(index, updates, shape):
    updates = jnp.asarray(updates)
    return jnp.zeros(shape, updates.dtype).at[tuple(jnp.moveaxis(jnp.asarray(index), -1, 0))].add(updates)


def sort_with_index(x, axis=-1, descending=False):
    order = jnp.argsort(x, axis=axis, descending=descending, stable=True)
    return jnp.take_along_axis(x, order, axis=axis), order


def topk(x, k, axis=-1, largest=True):
    moved = jnp.moveaxis(x, axis, -1)
    values, index = jax.lax.top_k(moved if largest else -moved, k)
    return jnp.moveaxis(values if largest else -values, -1, axis), jnp.moveaxis(index, -1, axis)


def scatter_nd_least(x, index, updates):
    return x.at[tuple(jnp.moveaxis(jnp.asarray(index), -1, 0))].min(jnp.asarray(updates))


def scatter_nd_most(x, index, updates):
    return x.at[tuple(jnp.moveaxis(jnp.asarray(index), -1, 0))].max(jnp.asarray(updates))


def sorted_segment_sum(x, index):
    index = jnp.asarray(index)
    return jax.ops.segment_sum(x, index, int(index[-1]) + 1 if len(index) else 0)


def segment_sum_of(x, rows, index):
    """Sums of the chosen rows."""
    return sorted_segment_sum(x[jnp.asarray(rows)], index)


def diag_embed(x, offset=0, first=-2, second=-1):
    """Matrices with x on a diagonal, between the other axes."""
    size = x.shape[-1] + abs(offset)
    rows = jnp.arange(x.shape[-1]) + max(-offset, 0)
    made = jnp.zeros(x.shape[:-1] + (size, size), x.dtype).at[..., rows, rows + offset].set(x)
    return jnp.moveaxis(made, (-2, -1), (first, second))


def channel_shuffle(x, groups):
    parts = x.reshape(x.shape[0], groups, x.shape[1] // groups, *x.shape[2:])
    return jnp.swapaxes(parts, 1, 2).reshape(x.shape)


def cummin(x, axis):
    """Running minimum and where it stands."""
    values = jax.lax.cummin(x, axis=axis % x.ndim)
    steps = jnp.arange(x.shape[axis]).reshape([-1 if k == axis % x.ndim else 1 for k in range(x.ndim)])
    return values, jax.lax.cummax(jnp.where(x == values, steps, 0), axis=axis % x.ndim)


def mode_of(x, axis=-1, keepdims=False):
    """The most frequent value, of several the least, and the last place where it stands."""
    moved = jnp.moveaxis(x, axis, -1)
    ordered = jnp.sort(moved, axis=-1)
    counts = jnp.sum(ordered[..., :, None] == ordered[..., None, :], axis=-1)
    best = jnp.take_along_axis(ordered, jnp.argmax(counts, axis=-1)[..., None], axis=-1)
    index = jnp.max(jnp.where(moved == best, jnp.arange(moved.shape[-1]), 0), axis=-1, keepdims=True)
    best, index = jnp.moveaxis(best, -1, axis), jnp.moveaxis(index, -1, axis)
    return (best, index) if keepdims else (jnp.squeeze(best, axis), jnp.squeeze(index, axis))


def gather_batch(x, index, axis=None, batch=0):
    """Takes from each element of the leading axes by its own indices."""
    index = jnp.asarray(index)
    batch = batch % index.ndim if batch < 0 else batch
    axis = batch if axis is None else axis % x.ndim
    take = lambda one, places: jnp.take(one, places, axis=axis - batch)
    for _ in range(batch):
        take = jax.vmap(take)
    return take(x, index)


def slice_of(x, begin, size):
    begin, size = [int(k) for k in begin], [int(k) for k in size]
    for start, count, whole in zip(begin, size, x.shape):
        if start < 0 or start > whole or count < -1 or start + count > whole:
            raise ValueError(f"a slice from {begin} of {size} is not within {x.shape}")
    ends = [whole if count == -1 else start + count for start, count, whole in zip(begin, size, x.shape)]
    return jax.lax.slice(x, begin, ends)


def strided_slice(x, begin, end, strides=None):
    strides = [1] * len(begin) if strides is None else strides
    parts = [slice(int(a), int(b), int(c)) for a, b, c in zip(begin, end, strides)]
    parts = [range(size)[part] for size, part in zip(x.shape, parts + [slice(None)] * (x.ndim - len(parts)))]
    if any(part.step < 0 for part in parts):
        return x[np.ix_(*parts)]
    return jax.lax.slice(x, [part.start for part in parts], [max(part.start, part.stop) for part in parts], [part.step for part in parts])


def sequence_mask(lengths, count=None):
    lengths = jnp.asarray(lengths)
    return jnp.arange(int(lengths.max()) if count is None else int(count)) < lengths[..., None]


def reverse_sequence(x, lengths, axis, batch=0):
    """Turns the first elements of each row round."""
    moved = jnp.moveaxis(x, (batch, axis), (0, 1))
    steps, lengths = jnp.arange(moved.shape[1]), jnp.asarray(lengths)[:, None]
    order = jnp.where(steps < lengths, lengths - 1 - steps, steps)
    return jnp.moveaxis(jax.vmap(lambda row, places: row[places])(moved, order), (0, 1), (batch, axis))


def unique_with_counts(x):
    """Distinct elements in the order of their first places, which one each is, and how many there are."""
    values, first, inverse, counts = jnp.unique(x, return_index=True, return_inverse=True, return_counts=True)
    order = jnp.argsort(first)
    return values[order], jnp.argsort(order)[inverse.reshape(x.shape)], counts[order]


def unique_in_order(x):
    return unique_with_counts(x)[:2]


def unique_consecutive(x):
    x = jnp.ravel(x)
    return x if x.size == 0 else x[jnp.concatenate([jnp.array([True]), x[1:] != x[:-1]])]


def histogram_fixed_width(x, ends, count=100):
    low, high = ends
    places = jnp.floor((jnp.ravel(x) - low) / (high - low) * count).astype(jnp.int32)
    return jnp.zeros(count, jnp.int32).at[jnp.clip(places, 0, count - 1)].add(1)


def index_copy(x, axis, index, source):
    return jnp.moveaxis(jnp.moveaxis(x, axis, 0).at[index].set(jnp.moveaxis(source, axis, 0)), 0, axis)


def scatter_reduce(x, axis, index, source, reduce, include=True):
    """Combines the elements that fall on one place, with or without the one that stood there."""
    places, source = scatter_places(axis, index), source[tuple(slice(0, n) for n in index.shape)]
    hit = jnp.zeros(x.shape, bool).at[places].set(True)
    lowest, highest = (-jnp.inf, jnp.inf) if jnp.issubdtype(x.dtype, jnp.inexact) else (jnp.iinfo(x.dtype).min, jnp.iinfo(x.dtype).max)
    start = {"sum": 0, "mean": 0, "prod": 1, "amax": lowest, "amin": highest}[reduce]
    base = x if include else jnp.where(hit, jnp.asarray(start, x.dtype), x)
    put = base.at[places]
    if reduce in ("sum", "mean"):
        total = put.add(source)
        if reduce == "sum":
            return total
        counts = jnp.where(hit, int(include), 1) + jnp.zeros(x.shape, int).at[places].add(jnp.where(jnp.ones_like(index, bool), 1, 0))
        whole = jnp.issubdtype(x.dtype, jnp.integer)
        return total // counts if whole else total / counts
    return put.multiply(source) if reduce == "prod" else put.max(source) if reduce == "amax" else put.min(source)


def select_scatter(x, source, axis, index):
    return x.at[(slice(None),) * (axis % x.ndim) + (index,)].set(source)


def slice_scatter(x, source, axis=0, start=None, end=None, step=1):
    return x.at[(slice(None),) * (axis % x.ndim) + (slice(start, end, step),)].set(source)


def masked_scatter(x, mask, source):
    mask = jnp.broadcast_to(mask, x.shape)
    places = jnp.clip(jnp.cumsum(jnp.ravel(mask)) - 1, 0).reshape(x.shape)
    return jnp.where(mask, jnp.ravel(source)[places], x)


def segment_count(index):
    index = jnp.asarray(index)
    return int(index[-1]) + 1 if len(index) else 0


def counts_like(x, index, count):
    """How many elements each segment has, as numbers that stand before those of x."""
    counts = jax.ops.segment_sum(jnp.ones(jnp.shape(index), x.dtype), jnp.asarray(index), count)
    return counts.reshape(counts.shape + (1,) * (x.ndim - jnp.ndim(index)))


def segment_mean(x, index, count):
    return jax.ops.segment_sum(x, jnp.asarray(index), count) / jnp.maximum(counts_like(x, index, count), 1)


def segment_sqrt_n(x, index, count):
    return jax.ops.segment_sum(x, jnp.asarray(index), count) / jnp.sqrt(jnp.maximum(counts_like(x, index, count), 1))


def segment_max(x, index, count):
    """The least number of the type where there is nothing."""
    ends = jnp.finfo(x.dtype) if jnp.issubdtype(x.dtype, jnp.inexact) else jnp.iinfo(x.dtype)
    found = jax.ops.segment_max(x, jnp.asarray(index), count)
    return jnp.where(counts_like(x, index, count) == 0, jnp.asarray(ends.min, x.dtype), found)


def segment_min(x, index, count):
    ends = jnp.finfo(x.dtype) if jnp.issubdtype(x.dtype, jnp.inexact) else jnp.iinfo(x.dtype)
    found = jax.ops.segment_min(x, jnp.asarray(index), count)
    return jnp.where(counts_like(x, index, count) == 0, jnp.asarray(ends.max, x.dtype), found)


def segment_prod(x, index, count):
    return jax.ops.segment_prod(x, jnp.asarray(index), count)


def sorted_segment_mean(x, index):
    return segment_mean(x, index, segment_count(index))


def sorted_segment_max(x, index):
    """Zero where there is nothing."""
    count = segment_count(index)
    return jnp.where(counts_like(x, index, count) == 0, 0, jax.ops.segment_max(x, jnp.asarray(index), count)).astype(x.dtype)


def sorted_segment_min(x, index):
    count = segment_count(index)
    return jnp.where(counts_like(x, index, count) == 0, 0, jax.ops.segment_min(x, jnp.asarray(index), count)).astype(x.dtype)


def sorted_segment_prod(x, index):
    return segment_prod(x, index, segment_count(index))


def unflatten(x, axis, sizes):
    axis = axis % x.ndim
    sizes = list(sizes)
    if -1 in sizes:
        known = -int(np.prod(sizes))
        sizes[sizes.index(-1)] = x.shape[axis] // known
    return x.reshape(*x.shape[:axis], *sizes, *x.shape[axis + 1:])


def unfold_axis(x, axis, size, step):
    """Windows of an axis, which stand last."""
    moved = jnp.moveaxis(x, axis, -1)
    starts = jnp.arange(0, moved.shape[-1] - size + 1, step)
    return jnp.moveaxis(moved[..., starts[:, None] + jnp.arange(size)], -2, axis % x.ndim)


def cartesian_product(*tensors):
    if len(tensors) == 1:
        return tensors[0]
    return jnp.stack([jnp.ravel(one) for one in jnp.meshgrid(*tensors, indexing="ij")], axis=-1)


def pixel_unshuffle(x, k):
    *batch, channels, height, width = x.shape
    parts = jnp.reshape(x, (*batch, channels, height // k, k, width // k, k))
    parts = jnp.moveaxis(parts, (-3, -1), (-4, -3))
    return jnp.reshape(parts, (*batch, channels * k * k, height // k, width // k))


def depth_to_space(x, k):
    batch, height, width, depth = x.shape
    parts = jnp.transpose(x.reshape(batch, height, width, k, k, depth // (k * k)), (0, 1, 3, 2, 4, 5))
    return parts.reshape(batch, height * k, width * k, depth // (k * k))


def space_to_depth(x, k):
    batch, height, width, depth = x.shape
    parts = jnp.transpose(x.reshape(batch, height // k, k, width // k, k, depth), (0, 1, 3, 2, 4, 5))
    return parts.reshape(batch, height // k, width // k, depth * k * k)


def unique_with(x, inverse=False, counts=False):
    """Different elements in order, the places of all among them, and how often they stand there."""
    return jnp.unique(x, return_inverse=inverse, return_counts=counts)


def sparse_of_rows(places, values, shape):
    return jax.experimental.sparse.BCOO((jnp.asarray(values), jnp.asarray(places).T), shape=tuple(shape))


def padded_rows(tensors, first=False, value=0.0):
    most = max(len(one) for one in tensors)
    widths = lambda one: [(0, most - len(one))] + [(0, 0)] * (one.ndim - 1)
    return jnp.stack([jnp.pad(one, widths(one), constant_values=value) for one in tensors], axis=0 if first else 1)
