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
