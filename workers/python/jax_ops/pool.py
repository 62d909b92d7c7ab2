"""Pools: lax.reduce_window. Positions of maxima come from gathered windows, as JAX has no operator for them."""
import functools
import math

import jax.numpy as jnp
import numpy as np
from jax import lax

from onnx_window import place

from .common import OPS, is_half, lowest, widened
from .conv import flat_positions


def _reduce(x, start, operation, axes):
    return lax.reduce_window(x, start, operation, (1, 1) + tuple(a.kernel for a in axes),
                             (1, 1) + tuple(a.stride for a in axes), ((0, 0), (0, 0)) + tuple(a.padding for a in axes),
                             window_dilation=(1, 1) + tuple(a.dilation for a in axes))


def _sums(x, axes):
    return _reduce(x, np.zeros((), x.dtype)[()], lax.add, axes)


@OPS.define("MaxPool")
def max_pool(call, x):
    axes = place(call, x.shape[2:], call.attr("kernel_shape"))
    y = _reduce(x, lowest(x.dtype), lax.max, axes)
    return (y, _positions(x, y, axes, call.attr("storage_order", 0))) if call.has_output(1) else y


def _positions(x, y, axes, column_major):
    n, c = x.shape[:2]
    pixels = math.prod(a.size for a in axes)
    taps = flat_positions(axes)
    inside = taps < pixels
    windows = jnp.reshape(x, (n, c, pixels))[:, :, np.where(inside, taps, 0)]
    chosen = jnp.argmax((windows == jnp.reshape(y, (n, c, -1, 1))) & inside, -1)
    names = _names(axes, column_major)[np.where(inside, taps, 0)]
    found = jnp.take_along_axis(jnp.asarray(names)[None, None], chosen[..., None], -1)[..., 0]
    planes = np.arange(n * c, dtype=np.int64).reshape(n, c, 1) * pixels
    return jnp.reshape(found + planes, y.shape)


def _names(axes, column_major):
    """What Indices calls each pixel."""
    sizes = [a.size for a in axes]
    names = np.arange(math.prod(sizes), dtype=np.int64)
    return names.reshape(sizes[::-1]).T.reshape(-1) if column_major else names


@OPS.define("AveragePool")
def average_pool(call, x):
    axes = place(call, x.shape[2:], call.attr("kernel_shape"))
    with_padding = bool(call.attr("count_include_pad", 0))
    counts = functools.reduce(np.multiply.outer, [a.counts(with_padding) for a in axes])
    return _sums(x, axes) / jnp.asarray(counts, x.dtype)


@OPS.define("LpPool")
def lp_pool(call, x):
    axes = place(call, x.shape[2:], call.attr("kernel_shape"))
    return _norm(x, call.attr("p", 2), lambda powers: _sums(powers, axes))


def _norm(x, p, add):
    wide = widened(x) if p != 1 else x
    if p == 1:
        y = add(jnp.abs(wide))
    elif p == 2:
        y = jnp.sqrt(add(jnp.square(wide)))
    else:
        y = jnp.power(add(jnp.power(jnp.abs(wide), p)), 1 / p)
    return y.astype(x.dtype) if is_half(x) else y


def _spatial(x):
    return tuple(range(2, x.ndim))


@OPS.define("GlobalAveragePool")
def global_average_pool(call, x):
    return jnp.mean(x, _spatial(x), keepdims=True)


@OPS.define("GlobalMaxPool")
def global_max_pool(call, x):
    return jnp.max(x, _spatial(x), keepdims=True)


@OPS.define("GlobalLpPool")
def global_lp_pool(call, x):
    return _norm(x, call.attr("p", 2), lambda powers: jnp.sum(powers, _spatial(x), keepdims=True))


@OPS.define("MaxUnpool")
def max_unpool(call, x, indices, output_shape=None):
    rank = x.ndim - 2
    kernel, strides = call.attr("kernel_shape"), call.attr("strides") or [1] * rank
    pads = call.attr("pads") or [0] * 2 * rank
    natural = x.shape[:2] + tuple((size - 1) * strides[i] - pads[i] - pads[rank + i] + kernel[i]
                                  for i, size in enumerate(x.shape[2:]))
    flat = jnp.reshape(indices, -1)
    shape = natural
    if output_shape is not None and tuple(call.ints(2)) != natural:
        # The indices name elements of the natural shape, which lies in the corner of a larger output.
        shape = tuple(call.ints(2))
        flat = jnp.ravel_multi_index(jnp.unravel_index(flat, natural), shape, mode="clip")
    y = jnp.zeros(math.prod(shape), x.dtype).at[flat].set(jnp.reshape(x, -1))
    return jnp.reshape(y, shape)


@OPS.define("MaxRoiPool")
def max_roi_pool(call, x, rois):
    height, width = call.attr("pooled_shape")
    scale = call.attr("spatial_scale", 1.0)
    corners = jnp.rint(rois[:, 1:] * scale)
    first, last = corners[:, :2], jnp.maximum(corners[:, 2:], corners[:, :2])
    rows = _bins(first[:, 1], last[:, 1], height, x.shape[2])  # [roi, bin, row]
    columns = _bins(first[:, 0], last[:, 0], width, x.shape[3])
    images = jnp.take(x, rois[:, 0].astype(jnp.int64), 0)  # [roi, c, row, column]
    inside = rows[:, None, :, None, :, None] & columns[:, None, None, :, None, :]
    best = jnp.max(jnp.where(inside, images[:, :, None, None], lowest(x.dtype)), (4, 5))
    return jnp.where(jnp.any(inside, (4, 5)), best, 0).astype(x.dtype)


def _bins(first, last, count, size):
    """Whether an element belongs to a bin: [roi, bin, element]."""
    extent = (last - first + 1)[:, None]
    index = jnp.arange(count, dtype=first.dtype)[None]
    low = first[:, None] + jnp.floor(index * extent / count)
    high = first[:, None] + jnp.ceil((index + 1) * extent / count)
    element = jnp.arange(size, dtype=first.dtype)
    return (element >= low[..., None]) & (element < high[..., None])
