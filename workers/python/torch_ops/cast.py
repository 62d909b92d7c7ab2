"""Cast and CastLike. Conversion to float 8 is torch's own once values that ONNX lets saturate are clamped."""
import torch

from assay_worker import Unsupported
from torch_ops.base import FLOAT8, OPS, is_float, torch_dtype

E8M0 = torch.float8_e8m0fnu


def convert(x, dtype, saturate=True, round_mode="up"):
    if dtype == x.dtype:
        return x
    if x.dtype.is_complex or dtype.is_complex:
        raise Unsupported("Cast of complex numbers")
    if dtype == E8M0:
        return _to_power_of_two(x, saturate, round_mode)
    if dtype in FLOAT8 and saturate and (is_float(x) or x.dtype.itemsize > 1):
        limit = torch.finfo(dtype).max
        x = torch.clamp(x if x.dtype not in FLOAT8 and x.dtype != E8M0 else x.float(), -limit, limit)
    return x.to(dtype)


def _to_power_of_two(x, saturate, round_mode):
    """float8e8m0 has exponents only, and torch rounds in one way only: the exponent is chosen here."""
    if x.dtype == torch.float64:
        raise Unsupported("Cast of float64 to float8e8m0")
    x = x.float()
    mantissa, exponent = torch.frexp(x)  # x = mantissa * 2^exponent, mantissa in [0.5, 1)
    if round_mode == "up":
        exponent = torch.where(mantissa > 0.5, exponent, exponent - 1)
    elif round_mode == "down":
        exponent = exponent - 1
    else:
        exponent = torch.where(mantissa >= 0.75, exponent, exponent - 1)
    bits = exponent + 127
    outside = (bits < 0) | (bits > 254) | (x <= 0) | torch.isinf(x)
    bits = torch.clamp(torch.where(torch.isinf(x), 254, torch.where(x <= 0, 0, bits)), 0, 254)
    if not saturate:
        bits = torch.where(outside, 255, bits)
    return torch.where(torch.isnan(x), 255, bits).to(torch.uint8).view(E8M0)


@OPS.define("Cast")
def cast(call, x):
    return convert(x, torch_dtype(call.attr("to")), bool(call.attr("saturate", 1)), call.attr("round_mode", "up"))


@OPS.define("CastLike")
def cast_like(call, x, target):
    return convert(x, target.dtype, bool(call.attr("saturate", 1)), call.attr("round_mode", "up"))
