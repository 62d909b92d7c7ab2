"""Activations as modules."""
import torch
from torch import nn

from torch_layers.base import FLOATS, LAYERS, filled, same_type
from torch_ops.base import axis_of

_PLAIN = {"Relu": nn.ReLU, "Sigmoid": nn.Sigmoid, "Tanh": nn.Tanh, "Softsign": nn.Softsign, "Mish": nn.Mish,
          "HardSwish": nn.Hardswish}


@LAYERS.define(*_PLAIN)
def plain(call, x):
    return _PLAIN[call.op]()(x) if x.dtype in FLOATS else None


@LAYERS.define("LeakyRelu")
def leaky_relu(call, x):
    return nn.LeakyReLU(call.attr("alpha", 0.01))(x) if x.dtype in FLOATS else None


@LAYERS.define("Elu")
def elu(call, x):
    return nn.ELU(call.attr("alpha", 1.0))(x) if x.dtype in FLOATS else None


@LAYERS.define("Celu")
def celu(call, x):
    alpha = call.attr("alpha", 1.0)
    return nn.CELU(alpha)(x) if x.dtype in FLOATS and alpha > 0 else None


@LAYERS.define("Gelu")
def gelu(call, x):
    return nn.GELU(call.attr("approximate", "none"))(x) if x.dtype in FLOATS else None


@LAYERS.define("Swish")
def swish(call, x):
    return nn.SiLU()(x) if x.dtype in FLOATS and call.attr("alpha", 1.0) == 1 else None


@LAYERS.define("Softplus")
def softplus(call, x):
    # As the functional form: the default threshold is too early for float64.
    return nn.Softplus(threshold=50.0)(x) if x.dtype == torch.float64 else nn.Softplus()(x) if x.dtype in FLOATS else None


@LAYERS.define("ThresholdedRelu")
def thresholded_relu(call, x):
    return nn.Threshold(call.attr("alpha", 1.0), 0.0)(x) if x.dtype in FLOATS else None


@LAYERS.define("PRelu")
def prelu(call, x, slope):
    if call.opset < 7 or x.dim() < 2 or not same_type(x, slope):
        return None
    per_channel = slope.dim() == x.dim() - 1 and slope.numel() == slope.shape[0] == x.shape[1]
    if not per_channel and slope.numel() != 1:
        return None
    return filled(nn.PReLU(slope.numel()), weight=slope.reshape(-1))(x)


@LAYERS.define("Softmax", "LogSoftmax")
def softmax(call, x):
    if call.opset < 13 or x.dtype not in FLOATS:
        return None
    kind = nn.Softmax if call.op == "Softmax" else nn.LogSoftmax
    return kind(dim=axis_of(call.attr("axis", -1), x.dim()))(x)
