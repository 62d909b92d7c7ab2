"""Convolutions: lax.conv_general_dilated, whose default layout is that of ONNX."""
import itertools
import math

import jax.numpy as jnp
import numpy as np
from jax import lax

from onnx_window import place, place_transposed

from .common import OPS, as_channels


def convolve(call, x, w):
    axes = place(call, x.shape[2:], w.shape[2:])
    return lax.conv_general_dilated(x, w, [a.stride for a in axes], [a.padding for a in axes],
                                    rhs_dilation=[a.dilation for a in axes], feature_group_count=call.attr("group", 1))


@OPS.define("Conv")
def conv(call, x, w, b=None):
    y = convolve(call, x, w)
    return y if b is None else y + as_channels(b, y.ndim)


@OPS.define("ConvTranspose")
def conv_transpose(call, x, w, b=None):
    axes, extra = place_transposed(call, x.shape[2:], w.shape[2:])
    group, spatial = call.attr("group", 1), tuple(range(2, w.ndim))
    # [C, M / group, ..], mirrored, becomes the weights of the equivalent convolution, [M, C / group, ..].
    w = lax.rev(w, spatial)
    split = jnp.reshape(w, (group, w.shape[0] // group) + w.shape[1:])
    w = jnp.reshape(jnp.swapaxes(split, 1, 2), (group * w.shape[1], w.shape[0] // group) + w.shape[2:])
    padding = [(a.extent - 1 - a.begin, a.extent - 1 - a.end + more) for a, more in zip(axes, extra)]
    y = lax.conv_general_dilated(x, w, [1] * len(axes), padding,
                                 lhs_dilation=[a.stride for a in axes], rhs_dilation=[a.dilation for a in axes],
                                 feature_group_count=group)
    return y if b is None else y + as_channels(b, y.ndim)


@OPS.define("Col2Im")
def col2im(call, x, image_shape, block_shape):
    image, block = call.ints(1), call.ints(2)
    axes = place(call, image, block)
    batch, channels = x.shape[0], x.shape[1] // math.prod(block)
    places = flat_positions(axes)  # [blocks, elements]; beyond the image: an index that is dropped
    x = jnp.swapaxes(jnp.reshape(x, (batch, channels, math.prod(block), -1)), 2, 3)
    y = jnp.zeros((batch, channels, math.prod(image)), x.dtype).at[:, :, places].add(x, mode="drop")
    return jnp.reshape(y, (batch, channels, *image))


def flat_positions(axes):
    """Row-major position of each kernel element of each window, [windows, elements]; the image's size where outside."""
    rank = len(axes)
    flat, inside = np.zeros([1] * (2 * rank), np.int64), np.ones([1] * (2 * rank), bool)
    for i, axis in enumerate(axes):
        shape = [1] * (2 * rank)
        shape[i], shape[rank + i] = axis.out, axis.kernel
        taps = axis.taps().reshape(shape)
        flat = flat * axis.size + taps
        inside = inside & (taps >= 0) & (taps < axis.size)
    flat = np.where(inside, flat, math.prod(a.size for a in axes))
    return flat.reshape(math.prod(a.out for a in axes), -1)


@OPS.define("DeformConv")
def deform_conv(call, x, w, offset, b=None, mask=None):
    axes = place(call, x.shape[2:], w.shape[2:])
    rank, group, offset_group = len(axes), call.attr("group", 1), call.attr("offset_group", 1)
    n, channels = x.shape[:2]
    elements, windows = math.prod(a.kernel for a in axes), math.prod(a.out for a in axes)
    offset = jnp.reshape(offset, (n, offset_group, elements, rank, windows))
    start = _start_positions(axes)  # [rank, elements, windows]
    where = offset + jnp.asarray(np.moveaxis(start, 0, 1)[None, None], x.dtype)
    columns = _sample(jnp.reshape(x, (n, offset_group, channels // offset_group, -1)), where, axes)
    if mask is not None:
        columns = columns * jnp.reshape(mask, (n, offset_group, 1, elements, windows))
    columns = jnp.reshape(columns, (n, group, channels // group * elements, windows))
    w = jnp.reshape(w, (group, w.shape[0] // group, -1))
    y = jnp.reshape(jnp.einsum("gmk,ngkw->ngmw", w, columns), (n, -1) + tuple(a.out for a in axes))
    return y if b is None else y + as_channels(b, y.ndim)


def _start_positions(axes):
    """Undisturbed coordinates of each kernel element of each window, [rank, elements, windows]."""
    rank = len(axes)
    out = []
    for i, axis in enumerate(axes):
        shape = [1] * (2 * rank)
        shape[i], shape[rank + i] = axis.kernel, axis.out
        full = [a.kernel for a in axes] + [a.out for a in axes]
        out.append(np.broadcast_to(axis.taps().T.reshape(shape), full).reshape(math.prod(full[:rank]), -1))
    return np.stack(out)


def _sample(x, where, axes):
    """x [n, g, c, pixels] at fractional places [n, g, elements, rank, windows], linear, zeros outside."""
    base = jnp.floor(where)
    total = 0
    for corner in itertools.product((0, 1), repeat=len(axes)):
        weight, flat, inside = 1, 0, True
        for i, (axis, step) in enumerate(zip(axes, corner)):
            at = base[:, :, :, i] + step
            weight = weight * (1 - jnp.abs(where[:, :, :, i] - at))
            inside = inside & (at >= 0) & (at < axis.size)
            flat = flat * axis.size + jnp.clip(at, 0, axis.size - 1).astype(jnp.int64)
        shape = (x.shape[0], x.shape[1], 1, -1)
        picked = jnp.take_along_axis(x, jnp.reshape(flat, shape), 3)
        picked = jnp.reshape(picked, x.shape[:3] + flat.shape[2:])
        total = total + jnp.where(inside, weight, 0)[:, :, None] * jnp.where(inside[:, :, None], picked, 0)
    return total
