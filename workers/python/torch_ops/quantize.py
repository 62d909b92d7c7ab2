"""Quantisation, written out: round half to even, add the zero point, saturate. torch's quantised tensors round
otherwise, by a product with the reciprocal of the scale."""
import torch

from assay_worker import Unsupported
from torch_ops.base import FLOAT8, OPS, SMALL_FLOATS, axis_of, is_float, torch_dtype
from torch_ops.cast import convert
from torch_ops.conv import convolve


def spread(call, parameter, x):
    """A scale or zero point in a shape that broadcasts to `x`: one, one per place of an axis, or one per block."""
    if parameter is None or parameter.numel() == 1 and parameter.dim() < 2:
        return None if parameter is None else parameter.reshape(())
    axis = axis_of(call.attr("axis", 1), x.dim())
    if parameter.dim() == 1 and x.dim() != 1 or parameter.dim() == 1 and not call.attr("block_size", 0):
        return parameter.reshape([-1] + [1] * (x.dim() - axis - 1))
    block = call.attr("block_size", 0) or -(-x.shape[axis] // parameter.shape[axis])
    if parameter.dtype in FLOAT8:
        raise Unsupported("blocks of float 8 parameters")
    return parameter.repeat_interleave(block, axis).narrow(axis, 0, x.shape[axis])


def saturate(y, dtype):
    """Rounded floats plus zero point, clamped into an integer type."""
    limits = torch.iinfo(dtype)
    return torch.clamp(y, limits.min, limits.max).to(dtype)


@OPS.define("QuantizeLinear")
def quantize_linear(call, x, scale, zero_point=None):
    number = call.attr("output_dtype", 0)
    dtype = zero_point.dtype if zero_point is not None else torch_dtype(number or 2)
    precision = call.attr("precision", 0)
    compute = torch_dtype(precision) if precision else scale.dtype
    if compute == torch.float8_e8m0fnu or scale.dtype == torch.float8_e8m0fnu:
        compute = torch.float32
    if not compute.is_floating_point:
        compute = torch.float32
    scale, zero_point = spread(call, scale, x), spread(call, zero_point, x)
    quotient = x.to(compute) / scale.to(compute)
    if dtype in FLOAT8:
        if zero_point is not None:
            quotient = quotient + zero_point.to(compute)
        return convert(quotient, dtype, bool(call.attr("saturate", 1)))
    # In float32 the rounded quotient plus a zero point of up to 16 bits is exact wherever it does not saturate.
    y = torch.round(quotient)
    y = y.float() if y.dtype in SMALL_FLOATS else y
    return saturate(y if zero_point is None else y + zero_point.to(y.dtype), dtype)


@OPS.define("DequantizeLinear")
def dequantize_linear(call, x, scale, zero_point=None):
    number = call.attr("output_dtype", 0)
    dtype = torch_dtype(number) if number else scale.dtype
    if dtype == torch.float8_e8m0fnu:
        dtype = torch.float32
    scale, zero_point = spread(call, scale, x), spread(call, zero_point, x)
    if is_float(x):
        difference = x.to(torch.float32)
        if zero_point is not None:
            difference = difference - zero_point.to(torch.float32)
    else:
        difference = x if zero_point is None else x.to(torch.int32) - zero_point.to(torch.int32)
    return difference.to(dtype) * scale.to(dtype)


@OPS.define("DynamicQuantizeLinear")
def dynamic_quantize_linear(call, x):
    zero = torch.zeros((), dtype=x.dtype, device=x.device)
    low, high = torch.minimum(torch.amin(x), zero), torch.maximum(torch.amax(x), zero)
    scale = (high - low) / 255
    zero_point = torch.clamp(torch.round(-low / scale), 0, 255)
    y = saturate(torch.round(x / scale) + zero_point, torch.uint8)
    return y, scale, zero_point.to(torch.uint8)


def _shifted(x, zero_point, rows):
    """x - zero_point in int32; a vector of zero points goes along rows (left operand) or columns (right one)."""
    x = x.to(torch.int32)
    if zero_point is None:
        return x
    zero_point = zero_point.to(torch.int32)
    return x - (zero_point.unsqueeze(-1) if rows and zero_point.dim() == 1 and zero_point.numel() > 1 else zero_point)


@OPS.define("MatMulInteger")
def matmul_integer(call, a, b, a_zero=None, b_zero=None):
    return torch.matmul(_shifted(a, a_zero, True), _shifted(b, b_zero, False))


@OPS.define("QLinearMatMul")
def qlinear_matmul(call, a, a_scale, a_zero, b, b_scale, b_zero, y_scale, y_zero):
    if a.dtype in FLOAT8 or b.dtype in FLOAT8:
        raise Unsupported("QLinearMatMul of float 8")
    product = torch.matmul(_shifted(a, a_zero, True), _shifted(b, b_zero, False))
    if a_scale.dim() == 1 and a_scale.numel() > 1:
        a_scale = a_scale.unsqueeze(-1)
    if y_scale.dim() == 1 and y_scale.numel() > 1:
        y_scale, y_zero = y_scale.unsqueeze(-1), y_zero.unsqueeze(-1)
    return requantize(product, a_scale, b_scale, y_scale, y_zero)


def requantize(product, a_scale, b_scale, y_scale, y_zero):
    scale = a_scale.float() * b_scale.float() / y_scale.float()
    y = torch.round(product.float() * scale)
    return saturate(y + y_zero.to(torch.float32), y_zero.dtype)


def _integer_conv(call, x, x_zero, w, w_zero):
    """torch convolves floats only; float64 holds every sum of products of 8-bit integers exactly."""
    x, w = x.to(torch.float64), w.to(torch.float64)
    if x_zero is not None:
        x = x - x_zero.to(torch.float64).reshape(())
    if w_zero is not None:
        w_zero = w_zero.to(torch.float64)
        w = w - (w_zero.reshape([-1] + [1] * (w.dim() - 1)) if w_zero.numel() > 1 else w_zero.reshape(()))
    return convolve(call, x, w).to(torch.int32)


@OPS.define("ConvInteger")
def conv_integer(call, x, w, x_zero=None, w_zero=None):
    return _integer_conv(call, x, x_zero, w, w_zero)


@OPS.define("QLinearConv")
def qlinear_conv(call, x, x_scale, x_zero, w, w_scale, w_zero, y_scale, y_zero, bias=None):
    product = _integer_conv(call, x, x_zero, w, w_zero)
    channel = [-1] + [1] * (x.dim() - 2)
    if bias is not None:
        product = product + bias.reshape(channel)
    w_scale = w_scale.reshape(channel) if w_scale.numel() > 1 else w_scale.reshape(())
    return requantize(product, x_scale.reshape(()), w_scale, y_scale.reshape(()), y_zero.reshape(()))
