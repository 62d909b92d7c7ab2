"""Helpers of programs that are carried to JAX: functions of elements and reductions."""
import math

import jax
import jax.numpy as jnp
import jax.scipy


def frac(x):
    return x - jnp.trunc(x)


def tanhshrink(x):
    return x - jnp.tanh(x)


def hard_shrink(x, size=0.5):
    return jnp.where(jnp.abs(x) <= size, jnp.zeros_like(x), x)


def soft_shrink(x, size=0.5):
    return jnp.where(x > size, x - size, jnp.where(x < -size, x + size, x * 0.0))


def cosine_similarity(x, y, axis=1, eps=1e-08):
    lengths = jnp.maximum(jnp.linalg.norm(x, axis=axis), eps) * jnp.maximum(jnp.linalg.norm(y, axis=axis), eps)
    return jnp.sum(x * y, axis=axis) / lengths


def divide_towards_zero(x, y):
    kind = jnp.result_type(x, y)
    x, y = jnp.broadcast_arrays(x, y)
    return jax.lax.div(x.astype(kind), y.astype(kind)) if jnp.issubdtype(kind, jnp.integer) else jnp.trunc(x / y)


def squared_difference(x, y):
    return jnp.square(x - y)


def divide_no_nan(x, y):
    return jnp.where(y == 0, jnp.zeros_like(x), x / jnp.where(y == 0, 1, y))


def multiply_no_nan(x, y):
    return jnp.where(y == 0, jnp.zeros_like(x), x * y)


def attention(query, key, value, mask=None, causal=False, scale=None):
    """Of PyTorch: batch, more, heads, rows, numbers; JAX has batch, rows, heads, numbers. A query that may look at nothing gets zeros."""
    heads = lambda x: jnp.swapaxes(x.reshape((-1, x.shape[-3] if x.ndim > 3 else 1) + x.shape[-2:]), 1, 2)
    bias, seen = None, None
    if mask is not None:
        mask = jnp.broadcast_to(mask, query.shape[:-1] + (key.shape[-2],))
        seen = jnp.any(mask if mask.dtype == bool else mask != -jnp.inf, axis=-1, keepdims=True)
        mask = mask.reshape((-1, query.shape[-3] if query.ndim > 3 else 1) + mask.shape[-2:])
        mask, bias = (mask, None) if mask.dtype == bool else (None, mask)
    out = jax.nn.dot_product_attention(heads(query), heads(key), heads(value), bias=bias, mask=mask, scale=scale, is_causal=causal)
    out = jnp.swapaxes(out, 1, 2).reshape(query.shape[:-1] + (value.shape[-1],))
    return out if seen is None else jnp.where(seen, out, 0.0)


def cumulative_sum(x, axis=0, exclusive=False, reverse=False):
    """Running sums, each without its own element, or from the end on."""
    x = jnp.asarray(x)
    axis = int(axis)
    x = jnp.flip(x, axis) if reverse else x
    total = jnp.cumsum(x, axis=axis, dtype=x.dtype)
    total = total - x if exclusive else total
    return jnp.flip(total, axis) if reverse else total


def is_non_decreasing(x):
    x = jnp.ravel(x)
    return jnp.all(x[1:] >= x[:-1])


def clip_by_norm(x, limit):
    limit = jnp.maximum(jnp.asarray(limit, x.dtype), 0)
    return x * limit / jnp.maximum(jnp.linalg.norm(jnp.ravel(x)), limit)


def shaped(x, shape, dtype=None):
    """One value everywhere, or as many as there are places, in their order."""
    x = jnp.asarray(x, dtype)
    return jnp.broadcast_to(x, shape) if x.size == 1 else x.reshape(shape)


def reciprocal_no_nan(x):
    return jnp.where(x == 0, jnp.zeros_like(x), 1 / jnp.where(x == 0, 1, x))


def xdivy(x, y):
    return jnp.where(x == 0, jnp.zeros_like(x / y), x / jnp.where(x == 0, 1, y))


def erfc_inverse(x):
    return -jax.scipy.special.ndtri(0.5 * x) * math.sqrt(0.5)


def saturate_cast(x, dtype):
    """What the type cannot hold becomes its nearest end."""
    x, dtype = jnp.asarray(x), jnp.dtype(dtype)
    ends = jnp.iinfo(dtype) if jnp.issubdtype(dtype, jnp.integer) else jnp.finfo(dtype)
    if jnp.issubdtype(x.dtype, jnp.integer):
        own = jnp.iinfo(x.dtype)
        low, high = max(int(ends.min), own.min), min(int(ends.max), own.max)
        return jnp.clip(x, low, high).astype(dtype)
    return jnp.clip(x, float(ends.min), float(ends.max)).astype(dtype)


def ensured_shape(x, shape):
    wanted = tuple(shape)
    if len(wanted) != x.ndim or any(b not in (None, -1, a) for a, b in zip(x.shape, wanted)):
        raise ValueError(f"shape {x.shape} is not {wanted}")
    return x


def var_mean(x, axis=None, correction=1, keepdims=False):
    return jnp.var(x, axis=axis, ddof=correction, keepdims=keepdims), jnp.mean(x, axis=axis, keepdims=keepdims)


def std_mean(x, axis=None, correction=1, keepdims=False):
    return jnp.std(x, axis=axis, ddof=correction, keepdims=keepdims), jnp.mean(x, axis=axis, keepdims=keepdims)


def is_strictly_increasing(x):
    x = jnp.ravel(x)
    return jnp.all(x[1:] > x[:-1])


def global_norm(tensors):
    return jnp.sqrt(sum(jnp.sum(jnp.square(one)) for one in tensors))


def confusion_matrix(labels, predictions, count=None):
    labels, predictions = jnp.asarray(labels), jnp.asarray(predictions)
    count = int(jnp.maximum(labels.max(), predictions.max())) + 1 if count is None else count
    return jnp.zeros((count, count), jnp.int32).at[labels, predictions].add(1)


def cumulative_product(x, axis=0, exclusive=False, reverse=False):
    """Running products, each without its own element, or from the end on."""
    x, axis = jnp.asarray(x), int(axis)
    x = jnp.flip(x, axis) if reverse else x
    if exclusive:
        x = jnp.roll(x, 1, axis).at[(slice(None),) * (axis % x.ndim) + (slice(0, 1),)].set(1)
    total = jnp.cumprod(x, axis=axis, dtype=x.dtype)
    return jnp.flip(total, axis) if reverse else total


def cumulative_trapezoid(x, axis=-1):
    x = jnp.moveaxis(x, axis, -1)
    return jnp.moveaxis(jnp.cumsum((x[..., 1:] + x[..., :-1]) / 2, axis=-1), -1, axis)


def axes_of(given):
    """Axes as TensorFlow's operators are given them: a number, a list, an array."""
    return int(given) if jnp.ndim(given) == 0 else tuple(int(axis) for axis in given)


def ends_of_type(dtype):
    return jnp.iinfo(dtype) if jnp.issubdtype(dtype, jnp.integer) else jnp.finfo(dtype)


def largest_of_type(dtype):
    return ends_of_type(dtype).max


def least_of_type(dtype):
    return ends_of_type(dtype).min
