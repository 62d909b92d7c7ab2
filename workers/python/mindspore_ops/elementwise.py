"""Arithmetic, comparisons, logic and functions of one number."""
import functools

import mindspore as ms
from mindspore import ops

from assay_worker import Unsupported

from .common import OPS, element_type, is_float

BINARY = {
    "Add": ops.add, "Sub": ops.sub, "Mul": ops.mul, "And": ops.logical_and, "Or": ops.logical_or,
    "Xor": ops.logical_xor, "Equal": ops.equal, "Greater": ops.gt, "Less": ops.lt, "GreaterOrEqual": ops.ge,
    "LessOrEqual": ops.le,
    "BitwiseAnd": ops.bitwise_and, "BitwiseOr": ops.bitwise_or, "BitwiseXor": ops.bitwise_xor,
}


@OPS.define(*BINARY)
def binary(call, a, b):
    if call.opset < 7:
        raise Unsupported("broadcasting before opset 7")
    return BINARY[call.op](a, b)


@OPS.define("Div")
def div(call, a, b):
    if call.opset < 7:
        raise Unsupported("broadcasting before opset 7")
    return ops.div(a, b) if is_float(a) else ops.truncate_div(a, b)


@OPS.define("Mod")
def mod(call, a, b):
    return ops.truncate_mod(a, b) if call.attr("fmod", 0) else ops.floor_mod(a, b)


@OPS.define("Pow")
def power(call, a, b):
    if not is_float(a):
        raise Unsupported("Pow of integers")
    return ops.pow(a, b if b.dtype == a.dtype else ops.cast(b, a.dtype))


VARIADIC = {"Max": ops.maximum, "Min": ops.minimum, "Sum": ops.add}


@OPS.define(*VARIADIC)
def variadic(call, *values):
    return functools.reduce(VARIADIC[call.op], values)


@OPS.define("Mean")
def mean(call, *values):
    return functools.reduce(ops.add, values) / len(values)


UNARY = {
    "Abs": ops.abs, "Neg": ops.neg, "Ceil": ops.ceil, "Floor": ops.floor, "Round": ops.round, "Sqrt": ops.sqrt,
    "Exp": ops.exp, "Log": ops.log, "Sin": ops.sin, "Cos": ops.cos, "Tan": ops.tan, "Asin": ops.asin, "Acos": ops.acos,
    "Atan": ops.atan,
    "Sinh": ops.sinh, "Cosh": ops.cosh, "Tanh": ops.tanh, "Asinh": ops.asinh, "Acosh": ops.acosh, "Atanh": ops.atanh,
    "Sign": ops.sign, "Reciprocal": ops.reciprocal, "Not": ops.logical_not, "IsNaN": ops.isnan, "Erf": ops.erf,
    "Relu": ops.relu, "Sigmoid": ops.sigmoid, "Softsign": ops.softsign, "Mish": ops.mish, "HardSwish": ops.hardswish,
    "Softplus": ops.softplus,
}


@OPS.define(*UNARY)
def unary(call, x):
    return UNARY[call.op](x)


@OPS.define("IsInf")
def is_inf(call, x):
    if not (call.attr("detect_negative", 1) and call.attr("detect_positive", 1)):
        raise Unsupported("IsInf of one sign")
    return ops.isinf(x)


@OPS.define("Gelu")
def gelu(call, x):
    return ops.gelu(x, call.attr("approximate", "none"))


@OPS.define("LeakyRelu")
def leaky_relu(call, x):
    return ops.leaky_relu(x, call.attr("alpha", 0.01))


@OPS.define("PRelu")
def prelu(call, x, slope):
    if call.opset < 7:
        raise Unsupported("broadcasting before opset 7")
    return ops.where(x < 0, ops.mul(slope, x), x)


@OPS.define("Where")
def where(call, condition, a, b):
    return ops.where(condition, a, b)


@OPS.define("Clip")
def clip(call, x, low=None, high=None):
    if call.opset < 11:
        low, high = (ms.Tensor(v, x.dtype) if v is not None else None for v in (call.attr("min"), call.attr("max")))
    if low is not None:
        x = ops.maximum(x, low)
    return x if high is None else ops.minimum(x, high)


@OPS.define("Identity")
def identity(call, x):
    return x


@OPS.define("Cast")
def cast(call, x):
    dtype = element_type(call.attr("to"))
    return x if x.dtype == dtype else ops.cast(x, dtype)


@OPS.define("CastLike")
def cast_like(call, x, like):
    return x if x.dtype == like.dtype else ops.cast(x, like.dtype)
