"""Cast and CastLike. Conversion to float 8 is torch's own once values that ONNX lets saturate are clamped."""
import onnx
import torch

from assay_worker import Unsupported
from torch_ops.base import FLOAT8, OPS, torch_dtype

E8M0 = torch.float8_e8m0fnu
_WIDE = {torch.float16, torch.bfloat16, torch.float32, torch.float64}
# Beyond the tie between 448 and 480, which this type does not have: torch gives 448 there, where other types overflow.
_E4M3FN_OVERFLOW = 464.0


def convert(x, dtype, saturate=True, round_mode="up"):
    if dtype == x.dtype:
        return x
    if x.dtype.is_complex or dtype.is_complex:
        raise Unsupported("Cast of complex numbers")
    if dtype == E8M0:
        return _to_power_of_two(x, saturate, round_mode)
    if dtype in FLOAT8:
        x = x if x.dtype in _WIDE else x.float()
        if saturate:
            limit = torch.finfo(dtype).max
            x = torch.clamp(x, -limit, limit)
        elif dtype == torch.float8_e4m3fn:
            x = torch.where(torch.abs(x) > _E4M3FN_OVERFLOW, torch.nan, x)
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
    target = call.attr("to")
    number = onnx.TensorProto.DataType.Value(target) if isinstance(target, str) else target  # a name before opset 6
    return convert(x, torch_dtype(number), bool(call.attr("saturate", 1)), call.attr("round_mode", "up"))


@OPS.define("CastLike")
def cast_like(call, x, target):
    return convert(x, target.dtype, bool(call.attr("saturate", 1)), call.attr("round_mode", "up"))
