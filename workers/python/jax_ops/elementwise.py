"""Arithmetic, comparisons, logic and functions of one number."""
import functools

import jax.numpy as jnp
from jax import lax

from assay_worker import Unsupported

from .common import OPS, is_float, is_integer, layer


def aligned(call, a, b):
    """The operands of a binary operator; before opset 7 the second one is placed by an attribute."""
    if call.opset < 7 and call.attr("broadcast", 0):
        axis = call.attr("axis")
        if axis is not None:
            b = jnp.reshape(b, b.shape + (1,) * (a.ndim - axis - b.ndim))
    return a, b


# jnp's integer divisions round down, lax's rounds toward zero as ONNX does.
_divide_integers = layer(lambda a, b: lax.div(*jnp.broadcast_arrays(a, b)))

BINARY = {
    "Add": jnp.add, "Sub": jnp.subtract, "Mul": jnp.multiply, "And": jnp.logical_and, "Or": jnp.logical_or,
    "Xor": jnp.logical_xor, "Equal": jnp.equal, "Greater": jnp.greater, "Less": jnp.less,
    "GreaterOrEqual": jnp.greater_equal, "LessOrEqual": jnp.less_equal, "BitwiseAnd": jnp.bitwise_and,
    "BitwiseOr": jnp.bitwise_or, "BitwiseXor": jnp.bitwise_xor,
}


@OPS.define(*BINARY)
def binary(call, a, b):
    if call.opset < 7:
        a, b = aligned(call, a, b)
    return BINARY[call.op](a, b)


@OPS.define("Div")
def div(call, a, b):
    a, b = aligned(call, a, b)
    return _divide_integers(a, b) if is_integer(a) else jnp.true_divide(a, b)


@OPS.define("Mod")
def mod(call, a, b):
    return jnp.fmod(a, b) if call.attr("fmod", 0) else jnp.remainder(a, b)


@OPS.define("BitShift")
def bit_shift(call, a, b):
    return jnp.left_shift(a, b) if call.attr("direction") == "LEFT" else jnp.right_shift(a, b)


@OPS.define("Pow")
def power(call, a, b):
    a, b = aligned(call, a, b)
    if is_float(a):
        # A floating exponent of another type must not widen the base; an integer exponent stays exact.
        return jnp.power(a, b.astype(a.dtype)) if is_float(b) and b.dtype != a.dtype else _float_power(a, b)
    if is_float(b):
        return jnp.power(a.astype(jnp.float64), b.astype(jnp.float64)).astype(a.dtype)
    return _integer_power(a, b)


@layer
def _float_power(a, b):
    a, b = jnp.broadcast_arrays(a, b)
    return lax.pow(a, b)


@layer
def _integer_power(a, b):
    """JAX leaves negative exponents undefined; the exact result, truncated, is 1, -1 or 0."""
    if jnp.issubdtype(b.dtype, jnp.unsignedinteger):
        return jnp.power(a, b).astype(a.dtype)
    signed = jnp.issubdtype(a.dtype, jnp.signedinteger)
    unit = jnp.where(a == 1, 1, jnp.where((a == -1) if signed else False, 1 - 2 * (b & 1), 0))
    return jnp.where(b < 0, unit.astype(a.dtype), jnp.power(a, jnp.maximum(b, 0)).astype(a.dtype))


VARIADIC = {"Max": jnp.maximum, "Min": jnp.minimum, "Sum": jnp.add}


@OPS.define(*VARIADIC)
def variadic(call, *values):
    return functools.reduce(VARIADIC[call.op], values)


@OPS.define("Mean")
def mean(call, *values):
    return functools.reduce(jnp.add, values) / len(values)


UNARY = {
    "Abs": jnp.abs, "Neg": jnp.negative, "Ceil": jnp.ceil, "Floor": jnp.floor, "Round": jnp.rint, "Sqrt": jnp.sqrt,
    "Exp": jnp.exp, "Log": jnp.log, "Sin": jnp.sin, "Cos": jnp.cos, "Tan": jnp.tan, "Asin": jnp.arcsin,
    "Acos": jnp.arccos, "Atan": jnp.arctan, "Sinh": jnp.sinh, "Cosh": jnp.cosh, "Tanh": jnp.tanh, "Asinh": jnp.arcsinh,
    "Acosh": jnp.arccosh, "Atanh": jnp.arctanh, "Sign": jnp.sign, "Reciprocal": jnp.reciprocal, "Not": jnp.logical_not,
    "BitwiseNot": jnp.bitwise_not, "IsNaN": jnp.isnan,
}


@OPS.define(*UNARY)
def unary(call, x):
    return UNARY[call.op](x)


@OPS.define("Erf")
def erf(call, x):
    if not is_float(x):
        raise Unsupported("Erf of integers")
    return lax.erf(x)


@OPS.define("IsInf")
def is_inf(call, x):
    negative, positive = call.attr("detect_negative", 1), call.attr("detect_positive", 1)
    if negative and positive:
        return jnp.isinf(x)
    if negative or positive:
        return jnp.isneginf(x) if negative else jnp.isposinf(x)
    return jnp.zeros(x.shape, jnp.bool_)


@OPS.define("Where")
def where(call, condition, a, b):
    return jnp.where(condition, a, b)


@OPS.define("Clip")
def clip(call, x, low=None, high=None):
    if call.opset < 11:
        low, high = call.attr("min"), call.attr("max")
    return x if low is None and high is None else jnp.clip(x, low, high)


@OPS.define("Identity")
def identity(call, x):
    return x
