"""Arithmetic, comparison, logic and other operators that work element by element."""
import torch

from assay_worker import Unsupported
from torch_ops.base import OPS, is_float, torch_dtype

_UNARY = {
    "Abs": torch.abs, "Acos": torch.acos, "Acosh": torch.acosh, "Asin": torch.asin, "Asinh": torch.asinh,
    "Atan": torch.atan, "Atanh": torch.atanh, "BitwiseNot": torch.bitwise_not, "Ceil": torch.ceil, "Cos": torch.cos,
    "Cosh": torch.cosh, "Erf": torch.erf, "Exp": torch.exp, "Floor": torch.floor, "IsNaN": torch.isnan,
    "Log": torch.log, "Neg": torch.neg, "Not": torch.logical_not, "Reciprocal": torch.reciprocal, "Round": torch.round,
    "Sign": torch.sign, "Sin": torch.sin, "Sinh": torch.sinh, "Sqrt": torch.sqrt, "Tan": torch.tan,
}
_BINARY = {
    "Add": torch.add, "And": torch.logical_and, "BitwiseAnd": torch.bitwise_and, "BitwiseOr": torch.bitwise_or,
    "BitwiseXor": torch.bitwise_xor, "Equal": torch.eq, "Greater": torch.gt, "GreaterOrEqual": torch.ge,
    "Less": torch.lt, "LessOrEqual": torch.le, "Mul": torch.mul, "Or": torch.logical_or, "Sub": torch.sub,
    "Xor": torch.logical_xor,
}
# Before opset 7 these broadcast only when told to, and then along `axis`.
_OLD_BROADCAST = {"Add", "Sub", "Mul", "Div", "Pow", "And", "Or", "Xor", "Equal", "Greater", "Less"}


def _unary(function):
    def run(call, x):
        return function(x)
    return run


def _binary(function):
    def run(call, a, b):
        return function(a, align(call, a, b))
    return run


def align(call, a, b):
    """`b` in a shape that broadcasts to `a` as numpy does: opsets below 7 line up shapes at `axis`."""
    if call.opset >= 7 or call.op not in _OLD_BROADCAST or a.shape == b.shape:
        return b
    axis = call.attr("axis")
    if axis is None:
        return b
    axis = axis % a.dim()
    return b.reshape(b.shape + (1,) * (a.dim() - axis - b.dim()))


for _name, _function in _UNARY.items():
    OPS.define(_name)(_unary(_function))
for _name, _function in _BINARY.items():
    OPS.define(_name)(_binary(_function))


@OPS.define("Div")
def div(call, a, b):
    b = align(call, a, b)
    return torch.true_divide(a, b) if is_float(a) else torch.div(a, b, rounding_mode="trunc")


@OPS.define("Mod")
def mod(call, a, b):
    return torch.fmod(a, b) if call.attr("fmod", 0) else torch.remainder(a, b)


@OPS.define("Pow")
def power(call, x, y):
    y = align(call, x, y)
    if x.dtype == y.dtype or is_float(x) and not is_float(y):
        return torch.pow(x, y)
    # Both in the wider type of their kind; float32 would round large integers.
    if is_float(x) and torch.float64 not in (x.dtype, y.dtype):
        wide = torch.float32
    else:
        wide = torch.float64 if is_float(y) else torch.int64
    return torch.pow(x.to(wide), y.to(wide)).to(x.dtype)


def _fold(function):
    def run(call, *inputs):
        result = inputs[0]
        for value in inputs[1:]:
            result = function(result, value)
        return result
    return run


OPS.define("Max")(_fold(torch.maximum))
OPS.define("Min")(_fold(torch.minimum))
OPS.define("Sum")(_fold(torch.add))


@OPS.define("Mean")
def mean(call, *inputs):
    return _fold(torch.add)(call, *inputs) / len(inputs)


@OPS.define("BitShift")
def bit_shift(call, x, y):
    if call.attr("direction") == "LEFT":
        return torch.bitwise_left_shift(x, y)
    return torch.bitwise_right_shift(x, y)


@OPS.define("IsInf")
def is_inf(call, x):
    positive, negative = call.attr("detect_positive", 1), call.attr("detect_negative", 1)
    if positive and negative:
        return torch.isinf(x)
    if positive:
        return torch.isposinf(x)
    return torch.isneginf(x) if negative else torch.zeros_like(x, dtype=torch.bool)


@OPS.define("Where")
def where(call, condition, x, y):
    return torch.where(condition, x, y)


@OPS.define("Clip")
def clip(call, x, low=None, high=None):
    if call.opset < 11:
        low, high = call.attr("min"), call.attr("max")
        if low is None and high is None:
            return x
        return torch.clamp(x, low, high)
    if low is None and high is None:
        return x
    return torch.clamp(x, None if low is None else low.reshape(()), None if high is None else high.reshape(()))


@OPS.define("Identity")
def identity(call, x):
    return x


@OPS.define("BitCast")
def bit_cast(call, x):
    dtype = torch_dtype(call.attr("to"))
    if dtype.itemsize != x.dtype.itemsize:
        raise Unsupported("BitCast between types of different sizes")
    return x.view(dtype)
