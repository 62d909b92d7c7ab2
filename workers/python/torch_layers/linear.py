"""Convolutions, dense and embedding layers."""
import torch
from torch import nn

from torch_layers.base import FLOATS, LAYERS, filled, same_type
from torch_ops.conv import transposed_pads
from torch_ops.windows import windows

_CONV = {1: nn.Conv1d, 2: nn.Conv2d, 3: nn.Conv3d}
_TRANSPOSED = {1: nn.ConvTranspose1d, 2: nn.ConvTranspose2d, 3: nn.ConvTranspose3d}


@LAYERS.define("Conv")
def conv(call, x, w, bias=None):
    rank = x.dim() - 2
    if rank not in _CONV or not same_type(x, w, bias) or w.numel() == 0:
        return None
    win = windows(call, x.shape[2:], call.attr("kernel_shape") or w.shape[2:])
    if not win.symmetric or min(win.before) < 0:
        return None
    group = call.attr("group", 1)
    layer = _CONV[rank](w.shape[1] * group, w.shape[0], win.kernel, win.strides, win.before, win.dilations, group,
                        bias is not None)
    return filled(layer, weight=w, bias=bias)(x)


@LAYERS.define("ConvTranspose")
def conv_transpose(call, x, w, bias=None):
    rank = x.dim() - 2
    if rank not in _TRANSPOSED or not same_type(x, w, bias) or w.numel() == 0:
        return None
    kernel, size = list(w.shape[2:]), list(x.shape[2:])
    strides, dilations = call.attr("strides") or [1] * rank, call.attr("dilations") or [1] * rank
    extra = call.attr("output_padding") or [0] * rank
    before, after = transposed_pads(call, size, kernel, strides, dilations, extra)
    fits = all(extra[i] < max(strides[i], dilations[i]) for i in range(rank)) and min(before) >= 0
    if before != after or not fits:
        return None
    group = call.attr("group", 1)
    layer = _TRANSPOSED[rank](w.shape[0], w.shape[1] * group, kernel, strides, before, extra, group, bias is not None, dilations)
    return filled(layer, weight=w, bias=bias)(x)


@LAYERS.define("Gemm")
def gemm(call, a, b, c=None):
    plain = call.attr("alpha", 1.0) == 1 and call.attr("beta", 1.0) == 1 and not call.attr("transA", 0)
    weight = b if call.attr("transB", 0) else b.t()
    if call.opset < 7 or not plain or not same_type(a, b, c) or weight.numel() == 0:
        return None
    if c is not None and list(c.shape) != [weight.shape[0]]:
        return None
    return filled(nn.Linear(weight.shape[1], weight.shape[0], c is not None), weight=weight, bias=c)(a)


@LAYERS.define("MatMul")
def matmul(call, a, b):
    if b.dim() != 2 or a.dim() < 2 or not same_type(a, b) or b.numel() == 0:
        return None
    return filled(nn.Linear(b.shape[0], b.shape[1], False), weight=b.t())(a)


@LAYERS.define("Gather")
def gather(call, data, indices):
    if data.dim() != 2 or call.attr("axis", 0) not in (0, -2) or data.dtype not in FLOATS or data.numel() == 0:
        return None
    rows = torch.where(indices < 0, indices + data.shape[0], indices)
    return filled(nn.Embedding(data.shape[0], data.shape[1]), weight=data)(rows)


@LAYERS.define("Flatten")
def flatten(call, x):
    # nn.Flatten keeps the first axis; ONNX joins all before `axis`.
    return nn.Flatten()(x) if call.attr("axis", 1) == 1 and x.dim() >= 2 and x.numel() else None


@LAYERS.define("Identity")
def identity(call, x):
    return nn.Identity()(x) if isinstance(x, torch.Tensor) else None
