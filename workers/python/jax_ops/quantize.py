"""Quantised operators: exact integer sums on JAX's int32 kernels, rescaled in float32."""
import jax.numpy as jnp
from jax import lax

from assay_worker import Unsupported

from .cast import convert
from .common import OPS, as_channels, axis_of, element_type, is_float, widened
from .conv import convolve


def _spread(call, parameter, x):
    """A scale or zero point in the shape of x: one number, one per element of `axis`, or one per block."""
    if parameter.size == 1 and parameter.ndim <= 1:
        return jnp.reshape(parameter, ())
    axis = axis_of(call.attr("axis", 1), x.ndim)
    size = call.attr("block_size", 0)
    if parameter.ndim == 1 and not (x.ndim == 1 and size):
        return as_channels(parameter, x.ndim, axis)
    block = size or -(-x.shape[axis] // parameter.shape[axis])
    return lax.slice_in_dim(jnp.repeat(parameter, block, axis), 0, x.shape[axis], axis=axis)


@OPS.define("QuantizeLinear")
def quantize_linear(call, x, scale, zero=None):
    number = call.attr("output_dtype", 0)
    dtype = zero.dtype if zero is not None else element_type(number or 2)
    precision = call.attr("precision", 0)
    scale = _as_float(scale)
    work = element_type(precision) if precision else scale.dtype
    y = x.astype(work) / _spread(call, scale, x).astype(work)
    zero = None if zero is None else _spread(call, zero, x)
    return saturated(y, zero, dtype, call.attr("saturate", 1))


def _as_float(scale):
    return scale.astype(jnp.float32) if scale.dtype.name == "float8_e8m0fnu" else scale


def saturated(y, zero, dtype, saturate=True):
    """Rounds y (for integers), adds the zero point and limits it to the range of the type."""
    y = widened(y)  # half precision has too few digits for 16-bit results
    if jnp.issubdtype(dtype, jnp.floating):
        return convert(y if zero is None else y + zero.astype(y.dtype), dtype, saturate)
    y = jnp.rint(y)
    if zero is not None:
        y = y + zero.astype(y.dtype)
    limits = jnp.iinfo(dtype)
    return convert(jnp.clip(y, int(limits.min), int(limits.max)), dtype)


@OPS.define("DequantizeLinear")
def dequantize_linear(call, x, scale, zero=None):
    number = call.attr("output_dtype", 0)
    dtype = element_type(number) if number else scale.dtype
    scale = _as_float(scale)
    exact = x.astype(jnp.float32) if is_float(x) else x.astype(jnp.int32)
    if zero is not None:
        exact = exact - _spread(call, zero, x).astype(exact.dtype)
    wide = jnp.promote_types(jnp.float32, scale.dtype)
    return (exact.astype(wide) * _spread(call, scale, x).astype(wide)).astype(dtype)


def _centred(x, zero):
    """x - zero, exactly."""
    if is_float(x):
        raise Unsupported(f"integer product of {x.dtype}")
    x = x.astype(jnp.int32)
    return x if zero is None else x - zero.astype(jnp.int32)


def _rows(parameter, x):
    """A parameter of matrix a: one per row where it is a vector."""
    if parameter is None or parameter.ndim != 1 or x.ndim < 2:
        return parameter
    return parameter[:, None] if parameter.shape[0] > 1 else parameter


@OPS.define("MatMulInteger")
def matmul_integer(call, a, b, a_zero=None, b_zero=None):
    return jnp.matmul(_centred(a, _rows(a_zero, a)), _centred(b, b_zero))


@OPS.define("QLinearMatMul")
def qlinear_matmul(call, a, a_scale, a_zero, b, b_scale, b_zero, y_scale, y_zero):
    total = jnp.matmul(_centred(a, _rows(a_zero, a)), _centred(b, b_zero)).astype(jnp.float32)
    factor = _rows(a_scale, a).astype(jnp.float32) * b_scale.astype(jnp.float32) / _rows(y_scale, a).astype(jnp.float32)
    return saturated(total * factor, _rows(y_zero, a), y_zero.dtype)


@OPS.define("ConvInteger")
def conv_integer(call, x, w, x_zero=None, w_zero=None):
    return convolve(call, _centred(x, x_zero), _centred(w, _outputs(w_zero, w)))


def _outputs(parameter, w):
    """A parameter of the weights, which may have one value per output channel."""
    if parameter is None or parameter.size == 1:
        return None if parameter is None else jnp.reshape(parameter, ())
    return as_channels(parameter, w.ndim, 0)


@OPS.define("QLinearConv")
def qlinear_conv(call, x, x_scale, x_zero, w, w_scale, w_zero, y_scale, y_zero, b=None):
    total = convolve(call, _centred(x, x_zero), _centred(w, _outputs(w_zero, w)))
    if b is not None:
        total = total + as_channels(b, total.ndim)
    w_scale = as_channels(w_scale, total.ndim) if w_scale.size > 1 else jnp.reshape(w_scale, ())
    return saturated(total.astype(jnp.float32) * (x_scale * w_scale / y_scale), y_zero, y_zero.dtype)
