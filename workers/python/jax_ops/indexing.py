"""Gathering, scattering and operators that answer with positions.

jnp counts negative indices from the end as ONNX does. Indices out of range are invalid in ONNX; JAX would fill or drop.
Where the shape of a result depends on data its size is asked for with call.note and given to JAX as `size`.
"""
import jax.numpy as jnp
import numpy as np

from assay_worker import Unsupported

from .common import OPS, axis_of, is_integer


@OPS.define("Gather")
def gather(call, x, indices):
    return jnp.take(x, indices, axis_of(call.attr("axis", 0), x.ndim))


def _trimmed(x, shape, axis):
    """x cut to `shape` except along `axis`: indices may cover only the first elements of the other axes."""
    return x[tuple(slice(None) if i == axis else slice(0, n) for i, n in enumerate(shape))]


@OPS.define("GatherElements")
def gather_elements(call, x, indices):
    axis = axis_of(call.attr("axis", 0), x.ndim)
    if any(a != b for i, (a, b) in enumerate(zip(x.shape, indices.shape)) if i != axis):
        x = _trimmed(x, indices.shape, axis)
    return jnp.take_along_axis(x, indices, axis)


def _grid(shape, axes):
    """Positions along the given axes, each shaped to broadcast within `shape`."""
    return [np.arange(shape[a]).reshape([-1 if i == a else 1 for i in range(len(shape))]) for a in axes]


@OPS.define("GatherND")
def gather_nd(call, x, indices):
    batch = call.attr("batch_dims", 0)
    depth = indices.shape[-1]
    places = indices.shape[:-1]
    return x[tuple(_grid(places, range(batch))) + tuple(indices[..., i] for i in range(depth))]


def _update(target, reduction, values):
    if reduction not in ("none", "add", "mul", "max", "min"):
        raise Unsupported(f"reduction {reduction}")
    return getattr(target, {"none": "set", "mul": "multiply"}.get(reduction, reduction))(values)


@OPS.define("ScatterElements", "Scatter")
def scatter_elements(call, x, indices, updates):
    axis = axis_of(call.attr("axis", 0), x.ndim)
    places = _grid(indices.shape, range(x.ndim))
    places[axis] = indices
    return _update(x.at[tuple(places)], call.attr("reduction", "none"), updates)


@OPS.define("ScatterND")
def scatter_nd(call, x, indices, updates):
    places = tuple(indices[..., i] for i in range(indices.shape[-1]))
    return _update(x.at[places], call.attr("reduction", "none"), updates)


@OPS.define("TensorScatter")
def tensor_scatter(call, past, update, starts=None):
    axis = axis_of(call.attr("axis", -2), past.ndim)
    places = _grid(update.shape, range(past.ndim))
    position = jnp.asarray(places[axis])
    if starts is not None:
        position = position + jnp.reshape(starts, [-1] + [1] * (past.ndim - 1))
    if call.attr("mode", "linear") == "circular":
        position = position % past.shape[axis]
    places[axis] = position
    return past.at[tuple(places)].set(update)


@OPS.define("OneHot")
def one_hot(call, indices, depth, values):
    size = call.ints(1)[0]
    axis = axis_of(call.attr("axis", -1), indices.ndim + 1)
    indices = jnp.expand_dims(indices if is_integer(indices) else indices.astype(jnp.int64), axis)
    signed = indices.astype(jnp.int64)
    position = jnp.where(signed < 0, signed + size, signed)  # still negative beyond -depth, so that it hits nothing
    places = jnp.arange(size, dtype=jnp.int64).reshape([-1 if i == axis else 1 for i in range(indices.ndim)])
    return jnp.where(position == places, values[1], values[0])


@OPS.define("NonZero")
def non_zero(call, x):
    count = call.note(lambda: int(np.count_nonzero(call.framework.to_numpy(x))))
    if x.ndim == 0:
        return jnp.zeros((0, count), jnp.int64)
    return jnp.stack(jnp.nonzero(x, size=count)).astype(jnp.int64)


@OPS.define("Compress")
def compress(call, x, condition):
    axis = call.attr("axis")
    if axis is None:
        x, axis = jnp.reshape(x, -1), 0
    axis = axis_of(axis, x.ndim)
    kept = condition[:x.shape[axis]]
    count = call.note(lambda: int(np.count_nonzero(call.framework.to_numpy(condition)[:x.shape[axis]])))
    return jnp.take(x, jnp.nonzero(kept, size=count)[0], axis)


def _count_unique(call, x, axis):
    """How many different elements, or slices along `axis`, x has."""
    array = call.framework.to_numpy(x)
    # numpy has no compiler to start, but counts NaN otherwise along an axis, and lacks the order of narrow floats.
    if array.dtype.kind in "biu" or array.dtype.isbuiltin and not np.isnan(array).any():
        return np.unique(array, axis=axis).shape[axis or 0]
    return jnp.unique(x, axis=axis).shape[axis or 0]


@OPS.define("Unique")
def unique(call, x):
    axis = call.attr("axis")
    count = call.note(lambda: _count_unique(call, x, axis))
    values, first, inverse, counts = jnp.unique(x, return_index=True, return_inverse=True, return_counts=True,
                                                axis=axis, size=count)
    inverse = jnp.reshape(inverse, -1)
    if not call.attr("sorted", 1):  # in the order of first appearance
        order = jnp.argsort(first, stable=True)
        values, first, counts = jnp.take(values, order, axis or 0), first[order], counts[order]
        inverse = jnp.argsort(order, stable=True)[inverse]
    return values, first.astype(jnp.int64), inverse.astype(jnp.int64), counts.astype(jnp.int64)


@OPS.define("ArrayFeatureExtractor", domain="ai.onnx.ml")
def array_feature_extractor(call, x, indices):
    if x.ndim == 1:
        x = x[None, :]
    return jnp.take(x, jnp.reshape(indices, -1), x.ndim - 1)


@OPS.define("Binarizer", domain="ai.onnx.ml")
def binarizer(call, x):
    return (x > call.attr("threshold", 0.0)).astype(x.dtype)
