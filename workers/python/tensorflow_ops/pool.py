"""Pools, channels last. Padding is a constant around the input unless it is what TensorFlow calls SAME.

TensorFlow's pools have no dilation, and in three dimensions nothing but float32: what they lack is computed from
shifted slices of the input, one for each position in the window.
"""
import functools

import numpy as np
import tensorflow as tf

from .common import OPS, channels_first, channels_last, dims, product, rank, scalar
from .conv import pad_for
from .window import axes_of
from assay_worker import Unsupported

_FORMATS = {1: "NWC", 2: "NHWC", 3: "NDHWC"}
_FLOATS = (tf.float16, tf.bfloat16, tf.float32, tf.float64)
_POOL2D = {"MAX": (*_FLOATS, tf.int8, tf.uint8), "AVG": _FLOATS}


def lowest(dtype):
    return -np.inf if dtype.is_floating else dtype.min


def _native(x, axes, kind):
    """Whether TensorFlow has a kernel for this window and type."""
    if any(a.dilation > 1 for a in axes):
        return False
    return len(axes) in _FORMATS and x.dtype in ((tf.float32,) if len(axes) == 3 else _POOL2D[kind])


def shifted(x, axes):
    """The slices of padded x (channels last), one for each position in the window, row-major."""
    for at in np.ndindex(*(a.kernel for a in axes)):
        begin = [k * a.dilation for k, a in zip(at, axes)]
        end = [b + (a.out - 1) * a.stride + 1 for b, a in zip(begin, axes)]
        yield tf.strided_slice(x, [0, *begin, 0], [dims(x)[0], *end, dims(x)[-1]], [1, *(a.stride for a in axes), 1])


def _pool(x, axes, kind, padding="VALID"):
    run = tf.nn.max_pool if kind == "MAX" else tf.nn.avg_pool
    return run(x, [a.kernel for a in axes], [a.stride for a in axes], padding, _FORMATS[len(axes)])


@OPS.define("MaxPool")
def max_pool(call, x):
    axes = axes_of(call, dims(x)[2:], call.attr("kernel_shape"))
    last = channels_last(x)
    native = _native(x, axes, "MAX")
    if native and all(a.is_same for a in axes):
        y = _pool(last, axes, "MAX", "SAME")
    else:
        filled = pad_for(last, axes, scalar(lowest(x.dtype), x))
        y = _pool(filled, axes, "MAX") if native else functools.reduce(tf.maximum, shifted(filled, axes))
    if not call.has_output(1):
        return channels_first(y)
    return channels_first(y), _max_indices(call, last, axes)


def _max_indices(call, x, axes):
    """Position of each maximum in ONNX's whole tensor, spatial axes row-major or, by storage_order, column-major."""
    batch, channels = dims(x)[0], dims(x)[-1]
    filled = pad_for(x, axes, scalar(lowest(x.dtype), x))
    best = tf.argmax(tf.stack(list(shifted(filled, axes)), -1), axis=-1)
    sizes = [a.size for a in axes]
    names = np.arange(product(sizes)).reshape(sizes, order="F" if call.attr("storage_order", 0) else "C")
    at = np.indices([*(a.kernel for a in axes), *(a.out for a in axes)])
    n = len(axes)
    source = [np.clip(at[n + d] * a.stride + at[d] * a.dilation - a.before, 0, a.size - 1) for d, a in enumerate(axes)]
    table = names[tuple(source)].reshape(product(a.kernel for a in axes), *(a.out for a in axes))
    table = np.moveaxis(table, 0, -1)[None, ..., None, :]  # [1, out.., 1, window]
    table = tf.broadcast_to(tf.constant(table, tf.int64), [*dims(best), table.shape[-1]])
    plane = tf.gather(table, best, batch_dims=rank(best))
    start = np.arange(batch * channels).reshape(batch, *[1] * n, channels) * product(sizes)
    return channels_first(plane + tf.constant(start, tf.int64))


def _counts(axes, include_pad):
    """How many elements the average of each window counts: [out..]."""
    total = np.ones([1] * len(axes), np.int64)
    for d, a in enumerate(axes):
        at = np.arange(a.out)[:, None] * a.stride - a.before + np.arange(a.kernel)[None] * a.dilation
        low, high = (-a.before, a.size + a.after) if include_pad else (0, a.size)
        count = np.sum((at >= low) & (at < high), axis=1)
        total = total * count.reshape([-1 if i == d else 1 for i in range(len(axes))])
    return total


def _sums(x, axes):
    """The average of padded x over whole windows."""
    if _native(x, axes, "AVG"):
        return _pool(pad_for(x, axes), axes, "AVG")
    window = product(a.kernel for a in axes)
    return functools.reduce(tf.add, shifted(pad_for(x, axes), axes)) / scalar(window, x)


@OPS.define("AveragePool")
def average_pool(call, x):
    axes = axes_of(call, dims(x)[2:], call.attr("kernel_shape"))
    include = call.attr("count_include_pad", 0)
    last = channels_last(x)
    if not include and _native(x, axes, "AVG") and all(a.is_same for a in axes):
        return channels_first(_pool(last, axes, "AVG", "SAME"))  # SAME does not count its padding
    y = _sums(last, axes)
    window = product(a.kernel for a in axes)
    counts = _counts(axes, include)
    if np.any(counts != window):
        y = y * tf.constant((window / counts)[None, ..., None], x.dtype)
    return channels_first(y)


def _root(x, p):
    return x if p == 1 else tf.sqrt(x) if p == 2 else tf.pow(x, scalar(1 / p, x))


def _powers(x, p):
    return tf.abs(x) if p == 1 else tf.square(x) if p == 2 else tf.pow(tf.abs(x), scalar(p, x))


@OPS.define("LpPool")
def lp_pool(call, x):
    axes = axes_of(call, dims(x)[2:], call.attr("kernel_shape"))
    p = call.attr("p", 2)
    window = product(a.kernel for a in axes)
    return channels_first(_root(_sums(_powers(channels_last(x), p), axes) * scalar(window, x), p))


@OPS.define("GlobalAveragePool", "GlobalMaxPool")
def global_pool(call, x):
    reduce = tf.reduce_mean if call.op == "GlobalAveragePool" else tf.reduce_max
    return reduce(x, axis=list(range(2, rank(x))), keepdims=True)


@OPS.define("GlobalLpPool")
def global_lp_pool(call, x):
    p = call.attr("p", 2)
    return _root(tf.reduce_sum(_powers(x, p), axis=list(range(2, rank(x))), keepdims=True), p)


@OPS.define("MaxUnpool")
def max_unpool(call, x, indices, output_shape=None):
    n = rank(x) - 2
    kernel, strides = call.attr("kernel_shape"), call.attr("strides") or [1] * n
    pads = call.attr("pads") or [0] * (2 * n)
    inferred = [(dims(x)[i + 2] - 1) * strides[i] + kernel[i] - pads[i] - pads[n + i] for i in range(n)]
    inferred = dims(x)[:2] + inferred
    shape = call.ints(2, inferred)
    if shape[:2] != inferred[:2]:
        raise Unsupported("MaxUnpool to other channels")
    at = tf.reshape(indices, [-1])
    if shape != inferred:  # the indices count in the inferred shape
        parts = tf.unravel_index(at, tf.constant(inferred, tf.int64))
        strides_out = [product(shape[i + 1:]) for i in range(len(shape))]
        at = tf.reduce_sum(parts * tf.constant(strides_out, tf.int64)[:, None], axis=0)
    flat = tf.zeros([product(shape)], x.dtype)
    return tf.reshape(tf.tensor_scatter_nd_update(flat, at[:, None], tf.reshape(x, [-1])), shape)
