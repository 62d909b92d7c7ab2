"""The operators of ai.onnx.ml that are plain tensor arithmetic. Those for strings, maps and trees are left out."""
import torch

from assay_worker import Unsupported
from torch_ops.base import OPS, axis_of, constant, from_numpy

_DOMAIN = "ai.onnx.ml"


@OPS.define("LabelEncoder", domain=_DOMAIN)
def label_encoder(call, x):
    keys, values, default = _table(call)
    if keys.dtype != x.dtype:
        raise Unsupported(f"LabelEncoder from {x.dtype} with keys of {keys.dtype}")
    hit = x.unsqueeze(-1) == keys
    if x.is_floating_point():
        hit = hit | (torch.isnan(x).unsqueeze(-1) & torch.isnan(keys))
    first = torch.argmax(hit.to(torch.uint8), -1)
    return torch.where(hit.any(-1), values[first], default)


def _table(call):
    device = call.framework.device
    found = []
    for prefix in ("keys", "values"):
        tensor = call.attr(prefix + "_tensor")
        if tensor is not None:
            found.append(from_numpy(tensor.copy(), device).reshape(-1))
        elif call.attr(prefix + "_int64s") is not None:
            found.append(torch.tensor(call.attr(prefix + "_int64s"), dtype=torch.int64, device=device))
        elif call.attr(prefix + "_floats") is not None:
            found.append(torch.tensor(call.attr(prefix + "_floats"), dtype=torch.float32, device=device))
        else:
            raise Unsupported("strings")
    keys, values = found
    default = call.attr("default_tensor")
    if default is not None:
        return keys, values, from_numpy(default.copy(), device).reshape(())
    name, fallback = ("default_float", -0.0) if values.is_floating_point() else ("default_int64", -1)
    return keys, values, constant(call.attr(name, fallback), values.dtype, values)


@OPS.define("Scaler", domain=_DOMAIN)
def scaler(call, x):
    x = x.to(torch.float32)
    return (x - constant(call.attr("offset", [0.0]), x.dtype, x)) * constant(call.attr("scale", [1.0]), x.dtype, x)


@OPS.define("Normalizer", domain=_DOMAIN)
def normalizer(call, x):
    x = x.to(torch.float32)
    norm = call.attr("norm", "MAX")
    axis = axis_of(1 if x.dim() > 1 else 0, x.dim())
    if norm == "MAX":
        raise Unsupported("Normalizer by the maximum")  # of values or of magnitudes: the text leaves it open
    size = torch.linalg.vector_norm(x, 1 if norm == "L1" else 2, axis, keepdim=True)
    return torch.where(size == 0, x, x / size)
