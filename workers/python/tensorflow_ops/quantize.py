"""Quantisation with TensorFlow's ordinary operators. Its own quantised types (qint8 and so on) have other rules of
rounding and range, so integers are what ONNX says: int32 accumulators, then scale, round half to even, saturate."""
import tensorflow as tf

from .cast import convert
from .common import OPS, TINY_INTS, axis_of, dims, rank, tf_type
from .conv import convolve
from .matmul import matmul_of
from .window import axes_of
from assay_worker import Unsupported

_TINY_RANGE = {"int4": (-8, 7), "uint4": (0, 15), "int2": (-2, 1), "uint2": (0, 3)}
_FAR = 1 << 20  # beyond the range of 16-bit integers with any zero point, and exact in float32


def _spread(v, x, axis, block):
    """Scale or zero point, shaped to broadcast with x: one for all, for each slice of an axis, or for each block."""
    if v is None or rank(v) == 0:
        return v
    if rank(v) == 1 and not block:
        if dims(v)[0] == 1:
            return tf.reshape(v, [])
        return tf.reshape(v, [-1 if i == axis_of(axis, rank(x)) else 1 for i in range(rank(x))])
    axis = axis_of(axis, rank(x))
    if v.dtype.name in TINY_INTS:  # no kernel moves such elements
        v = tf.cast(v, tf.int8)
    v = tf.repeat(v, block or -(-dims(x)[axis] // dims(v)[axis]), axis=axis)
    return tf.slice(v, [0] * rank(x), dims(x))


def _as_int(v):
    return tf.cast(v, tf.int32)


def saturated(q, zero, dtype):
    """round(q) + zero in an integer type."""
    low, high = _TINY_RANGE.get(dtype.name) or (dtype.min, dtype.max)
    q = tf.round(q)
    if q.dtype != tf.float64:
        q = tf.cast(q, tf.float32)
    q = _as_int(tf.clip_by_value(q, -_FAR, _FAR))
    if zero is not None:
        q = q + _as_int(zero)
    return tf.cast(tf.clip_by_value(q, low, high), dtype)


@OPS.define("QuantizeLinear")
def quantize_linear(call, x, scale, zero=None):
    dtype = zero.dtype if zero is not None else tf_type(call.attr("output_dtype") or 2)
    axis, block = call.attr("axis", 1), call.attr("block_size", 0)
    precision = tf_type(call.attr("precision")) if call.attr("precision") else scale.dtype
    q = tf.cast(x, precision) / tf.cast(_spread(scale, x, axis, block), precision)
    zero = _spread(zero, x, axis, block)
    if dtype.is_integer:
        return saturated(q, zero, dtype)
    if not dtype.name.startswith("float8"):
        raise Unsupported(f"QuantizeLinear to {dtype.name}")
    if zero is not None:
        q = q + convert(zero, q.dtype)
    return convert(q, dtype, call.attr("saturate", 1))


@OPS.define("DequantizeLinear")
def dequantize_linear(call, x, scale, zero=None):
    axis, block = call.attr("axis", 1), call.attr("block_size", 0)
    out = tf_type(call.attr("output_dtype")) if call.attr("output_dtype") else scale.dtype
    scale, zero = _spread(scale, x, axis, block), _spread(zero, x, axis, block)
    if x.dtype.is_integer:
        y = _as_int(x) if zero is None else _as_int(x) - _as_int(zero)
    else:
        y = convert(x, tf.float32)
        y = y if zero is None else y - convert(zero, tf.float32)
    wide = tf.float64 if tf.float64 in (out, scale.dtype) else tf.float32
    return tf.cast(tf.cast(y, wide) * tf.cast(scale, wide), out)


def _centred(x, zero, axis):
    """x - zero in int32; a vector of zero points belongs to the axis."""
    x = _as_int(x)
    if zero is None:
        return x
    zero = _as_int(zero)
    if rank(zero) == 1 and dims(zero)[0] > 1:
        zero = tf.reshape(zero, [-1 if i == axis else 1 for i in range(rank(x))])
    elif rank(zero) == 1:
        zero = tf.reshape(zero, [])
    return x - zero


@OPS.define("MatMulInteger")
def matmul_integer(call, a, b, a_zero=None, b_zero=None):
    return matmul_of(_centred(a, a_zero, rank(a) - 2), _centred(b, b_zero, rank(b) - 1))


def _factor(v, x, axis):
    """A scale in float32, shaped for axis of x if it is a vector."""
    v = tf.cast(v, tf.float32)
    if rank(v) == 1 and dims(v)[0] > 1:
        return tf.reshape(v, [-1 if i == axis else 1 for i in range(rank(x))])
    return tf.reshape(v, []) if rank(v) == 1 else v


@OPS.define("QLinearMatMul")
def qlinear_matmul(call, a, a_scale, a_zero, b, b_scale, b_zero, y_scale, y_zero):
    y = matmul_of(_centred(a, a_zero, rank(a) - 2), _centred(b, b_zero, rank(b) - 1))
    scale = _factor(a_scale, y, rank(y) - 2) * _factor(b_scale, y, rank(y) - 1) / _factor(y_scale, y, rank(y) - 2)
    zero = _factor(y_zero, y, rank(y) - 2)
    return saturated(tf.cast(y, tf.float32) * scale, zero, y_zero.dtype)


@OPS.define("ConvInteger")
def conv_integer(call, x, w, x_zero=None, w_zero=None):
    axes = axes_of(call, dims(x)[2:], dims(w)[2:])
    return convolve(_centred(x, x_zero, 0), _centred(w, w_zero, 0), None, axes, call.attr("group", 1))


@OPS.define("QLinearConv")
def qlinear_conv(call, x, x_scale, x_zero, w, w_scale, w_zero, y_scale, y_zero, bias=None):
    axes = axes_of(call, dims(x)[2:], dims(w)[2:])
    y = convolve(_centred(x, x_zero, 0), _centred(w, w_zero, 0), bias, axes, call.attr("group", 1))
    scale = _factor(x_scale, y, 1) * _factor(w_scale, y, 1) / _factor(y_scale, y, 1)
    return saturated(tf.cast(y, tf.float32) * scale, tf.reshape(y_zero, []), y_zero.dtype)
