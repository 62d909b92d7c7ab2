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


def nan_median(x):
    """The lower one of the two in the middle."""
    return jnp.sort(jnp.ravel(x))[(jnp.sum(~jnp.isnan(x)) - 1) // 2]


def cosine_similarity(x, y, axis=1, eps=1e-08):
    lengths = jnp.maximum(jnp.linalg.norm(x, axis=axis), eps) * jnp.maximum(jnp.linalg.norm(y, axis=axis), eps)
    return jnp.sum(x * y, axis=axis) / lengths


def divide_towards_zero(x, y):
    if jnp.issubdtype(x.dtype, jnp.integer):
        return jax.lax.div(x, jnp.broadcast_to(jnp.asarray(y, x.dtype), x.shape))
    return jnp.trunc(x / y)


def squared_difference(x, y):
    return jnp.square(x - y)


def divide_no_nan(x, y):
    return jnp.where(y == 0, jnp.zeros_like(x), x / jnp.where(y == 0, 1, y))


def multiply_no_nan(x, y):
    return jnp.where(y == 0, jnp.zeros_like(x), x * y)


def attention(query, key, value, mask=None, causal=False):
    scores = query @ jnp.swapaxes(key, -1, -2) / math.sqrt(query.shape[-1])
    if causal:
        mask = jnp.tril(jnp.ones(scores.shape[-2:], dtype=bool))
    if mask is not None:
        scores = jnp.where(mask, scores, -jnp.inf) if mask.dtype == bool else scores + mask
    return jax.nn.softmax(scores, axis=-1) @ value


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
