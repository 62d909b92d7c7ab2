"""Arithmetic, comparisons, bits and logic."""
import functools

import numpy as np
import tensorflow as tf

from .common import OPS, dims, rank, scalar, tf_type
from assay_worker import Unsupported

UNARY = {
    "Acos": tf.math.acos, "Acosh": tf.math.acosh, "Asin": tf.math.asin, "Asinh": tf.math.asinh, "Atan": tf.math.atan,
    "Atanh": tf.math.atanh, "Ceil": tf.math.ceil, "Cos": tf.math.cos, "Cosh": tf.math.cosh, "Erf": tf.math.erf,
    "Exp": tf.math.exp, "Floor": tf.math.floor, "IsNaN": tf.math.is_nan, "Log": tf.math.log, "Neg": tf.math.negative,
    "Not": tf.math.logical_not, "Reciprocal": tf.math.reciprocal, "Round": tf.math.rint, "Sigmoid": tf.math.sigmoid,
    "Sin": tf.math.sin, "Sinh": tf.math.sinh, "Sqrt": tf.math.sqrt, "Tan": tf.math.tan, "Tanh": tf.math.tanh,
    "BitwiseNot": tf.bitwise.invert,
}

for _name, _function in UNARY.items():
    OPS.define(_name)(lambda call, x, f=_function: f(x))


@OPS.define("Abs")
def absolute(call, x):
    return tf.identity(x) if x.dtype.is_unsigned else tf.math.abs(x)


@OPS.define("Sign")
def sign(call, x):
    if x.dtype.is_floating or x.dtype in (tf.int32, tf.int64):
        return tf.math.sign(x)
    zero = scalar(0, x)
    positive = tf.cast(x > zero, x.dtype)
    return positive if x.dtype.is_unsigned else positive - tf.cast(x < zero, x.dtype)


@OPS.define("IsInf")
def is_inf(call, x):
    negative, positive = call.attr("detect_negative", 1), call.attr("detect_positive", 1)
    if negative and positive:
        return tf.math.is_inf(x)
    if not negative and not positive:
        return tf.zeros(x.shape, tf.bool)
    return tf.equal(x, scalar(np.inf if positive else -np.inf, x))


def _aligned(call, a, b):
    """Before opset 7 `b` is aligned with axis `axis` of `a` when the attribute broadcast is set."""
    if call.opset < 7 and call.attr("broadcast", 0) and call.attr("axis") is not None:
        axis = call.attr("axis")
        axis += rank(a) if axis < 0 else 0
        b = tf.reshape(b, dims(b) + [1] * (rank(a) - axis - rank(b)))
    return b


def _binary(name, function):
    def run(call, a, b):
        return function(a, _aligned(call, a, b))

    OPS.define(name)(run)


def _divide(a, b):
    if a.dtype.is_floating:
        return tf.raw_ops.RealDiv(x=a, y=b)
    return tf.raw_ops.TruncateDiv(x=a, y=b)


for _name, _function in {
        "Add": tf.math.add, "Sub": tf.math.subtract, "Mul": tf.math.multiply, "Div": _divide,
        "And": tf.math.logical_and, "Or": tf.math.logical_or, "Xor": tf.math.not_equal,
        "Equal": tf.math.equal, "Less": tf.math.less, "Greater": tf.math.greater,
        "LessOrEqual": tf.math.less_equal, "GreaterOrEqual": tf.math.greater_equal,
        "BitwiseAnd": tf.bitwise.bitwise_and, "BitwiseOr": tf.bitwise.bitwise_or, "BitwiseXor": tf.bitwise.bitwise_xor,
}.items():
    _binary(_name, _function)


@OPS.define("Mod")
def mod(call, a, b):
    if call.attr("fmod", 0):
        return _truncated(a, b)
    return tf.math.floormod(a, b)


def _truncated(a, b):
    """The remainder with the sign of the dividend. TruncateMod has kernels for the four wide types only."""
    if a.dtype in (tf.int32, tf.int64, tf.float32, tf.float64):
        return tf.raw_ops.TruncateMod(x=a, y=b)
    if a.dtype == tf.uint64:
        return tf.math.floormod(a, b)  # without signs both are the same
    wide = tf.float32 if a.dtype.is_floating else tf.int64
    return tf.cast(tf.raw_ops.TruncateMod(x=tf.cast(a, wide), y=tf.cast(b, wide)), a.dtype)  # remainders are exact


@OPS.define("Pow")
def power(call, base, exponent):
    exponent = _aligned(call, base, exponent)
    if base.dtype == exponent.dtype and base.dtype in _POW_TYPES:
        return tf.math.pow(base, exponent)
    # Mixed types: the result has the type of the base. Integers wrap alike in int64; else float64 holds both operands.
    if base.dtype.is_integer and exponent.dtype.is_integer:
        if tf.uint64 in (base.dtype, exponent.dtype):
            raise Unsupported("Pow of uint64 and another integer type")
        wide = tf.int64
    else:
        wide = tf.float64
    return tf.cast(tf.math.pow(tf.cast(base, wide), tf.cast(exponent, wide)), base.dtype)


_POW_TYPES = (tf.float16, tf.bfloat16, tf.float32, tf.float64, tf.int32, tf.int64)


@OPS.define("BitShift")
def bit_shift(call, a, b):
    shift = tf.bitwise.left_shift if call.attr("direction") == "LEFT" else tf.bitwise.right_shift
    width = scalar(a.dtype.size * 8, b)  # TensorFlow clamps the distance to width - 1
    return tf.where(b < width, shift(a, b), scalar(0, a))


def _fold(function):
    return lambda call, *values: functools.reduce(function, values) if len(values) > 1 else tf.identity(values[0])


for _name, _function in {"Max": tf.math.maximum, "Min": tf.math.minimum, "Sum": tf.math.add}.items():
    OPS.define(_name)(_fold(_function))


@OPS.define("Mean")
def mean(call, *values):
    return tf.math.divide(functools.reduce(tf.math.add, values), scalar(len(values), values[0]))


@OPS.define("Where")
def where(call, condition, a, b):
    return tf.where(condition, a, b)


@OPS.define("BitCast")
def bit_cast(call, x):
    to = tf_type(call.attr("to"))
    if x.dtype == tf.bool and to in (tf.uint8, tf.int8):
        return tf.cast(x, to)  # a bool is stored as 0 or 1
    if to == tf.bool:
        raise Unsupported("BitCast to bool: tf.bitcast has no bool")
    return tf.bitcast(x, to)
