"""Reductions, positions of extremes, running sums."""
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from .common import OPS, axes_of, axis_of, highest, is_float, lowest, widened


def reduced(call, x):
    """(axes, keepdims); `axes` is () where nothing is reduced."""
    keep = bool(call.attr("keepdims", 1))
    as_input = call.opset >= (13 if call.op == "ReduceSum" else 18)
    axes = call.ints(1) if as_input else call.attr("axes")
    if not axes:
        return (() if as_input and call.attr("noop_with_empty_axes", 0) else tuple(range(x.ndim))), keep
    return axes_of(axes, x.ndim), keep


@OPS.define("ReduceSum")
def reduce_sum(call, x, axes=None):
    axes, keep = reduced(call, x)
    return jnp.sum(x, axes, x.dtype, keepdims=keep)


@OPS.define("ReduceMean")
def reduce_mean(call, x, axes=None):
    axes, keep = reduced(call, x)
    if is_float(x):
        return jnp.mean(x, axes, keepdims=keep)
    total = jnp.sum(x, axes, x.dtype, keepdims=keep)
    return lax.div(total, jnp.full_like(total, int(np.prod([x.shape[a] for a in axes]))))


@OPS.define("ReduceMax", "ReduceMin")
def reduce_extreme(call, x, axes=None):
    axes, keep = reduced(call, x)
    if x.dtype == np.bool_:
        return (jnp.any if call.op == "ReduceMax" else jnp.all)(x, axes, keepdims=keep)
    if call.op == "ReduceMax":
        return jnp.max(x, axes, keepdims=keep, initial=None if x.size else lowest(x.dtype))
    return jnp.min(x, axes, keepdims=keep, initial=None if x.size else highest(x.dtype))


@OPS.define("ReduceProd")
def reduce_prod(call, x, axes=None):
    axes, keep = reduced(call, x)
    return jnp.prod(x, axes, x.dtype, keepdims=keep)


@OPS.define("ReduceL1")
def reduce_l1(call, x, axes=None):
    axes, keep = reduced(call, x)
    return jnp.sum(jnp.abs(x), axes, x.dtype, keepdims=keep)


@OPS.define("ReduceSumSquare")
def reduce_sum_square(call, x, axes=None):
    axes, keep = reduced(call, x)
    return jnp.sum(jnp.square(x), axes, x.dtype, keepdims=keep)


def _real(x):
    """Where the result of an integer reduction is a real number that is cut at the end."""
    return x if is_float(x) else x.astype(jnp.float64)


@OPS.define("ReduceL2")
def reduce_l2(call, x, axes=None):
    axes, keep = reduced(call, x)
    wide = widened(_real(x))
    return jnp.sqrt(jnp.sum(jnp.square(wide), axes, keepdims=keep)).astype(x.dtype)


@OPS.define("ReduceLogSum")
def reduce_log_sum(call, x, axes=None):
    axes, keep = reduced(call, x)
    total = jnp.sum(x, axes, x.dtype, keepdims=keep)
    return jnp.log(_real(total)).astype(x.dtype)


@OPS.define("ReduceLogSumExp")
def reduce_log_sum_exp(call, x, axes=None):
    axes, keep = reduced(call, x)
    if not axes:
        return x
    return jax.scipy.special.logsumexp(_real(x), axes, keepdims=keep).astype(x.dtype)


@OPS.define("ArgMax", "ArgMin")
def arg_extreme(call, x):
    axis, keep = axis_of(call.attr("axis", 0), x.ndim), bool(call.attr("keepdims", 1))
    find = jnp.argmax if call.op == "ArgMax" else jnp.argmin
    if not call.attr("select_last_index", 0):
        return find(x, axis, keepdims=keep).astype(jnp.int64)
    return (x.shape[axis] - 1 - find(jnp.flip(x, axis), axis, keepdims=keep)).astype(jnp.int64)


@OPS.define("CumSum", "CumProd")
def cumulative(call, x, axis):
    axis = axis_of(call.ints(1)[0], x.ndim)
    running, neutral = (jnp.cumsum, 0) if call.op == "CumSum" else (jnp.cumprod, 1)
    reverse = call.attr("reverse", 0)
    if reverse:
        x = jnp.flip(x, axis)
    if call.attr("exclusive", 0) and x.shape[axis]:
        padding = [(0, 0)] * x.ndim
        padding[axis] = (1, 0)
        x = jnp.pad(lax.slice_in_dim(x, 0, x.shape[axis] - 1, axis=axis), padding, constant_values=neutral)
    x = running(x, axis, dtype=x.dtype)
    return jnp.flip(x, axis) if reverse else x


@OPS.define("TopK")
def top_k(call, x, k=None):
    count = call.ints(1)[0] if call.opset >= 10 else call.attr("k")
    axis = axis_of(call.attr("axis", -1), x.ndim)
    if call.attr("largest", 1):
        values, indices = lax.top_k(jnp.moveaxis(x, axis, -1), count)
        return jnp.moveaxis(values, -1, axis), jnp.moveaxis(indices, -1, axis).astype(jnp.int64)
    # Negating the data is wrong for unsigned types and the smallest integer.
    order = lax.slice_in_dim(jnp.argsort(x, axis, stable=True), 0, count, axis=axis)
    return jnp.take_along_axis(x, order, axis), order.astype(jnp.int64)


@OPS.define("Det")
def det(call, x):
    return jnp.linalg.det(x)
