"""Activations, by the functions of torch.nn.functional wherever those mean what ONNX means."""
import torch
import torch.nn.functional as F

from torch_ops.base import OPS, axis_of, is_float

# The defaults of ONNX are the float32 neighbours of torch's built-in constants.
_SELU_ALPHA, _SELU_GAMMA = 1.67326319217681884765625, 1.05070102214813232421875


@OPS.define("Relu")
def relu(call, x):
    return F.relu(x)


@OPS.define("Sigmoid")
def sigmoid(call, x):
    return torch.sigmoid(x)


@OPS.define("Tanh")
def tanh(call, x):
    return torch.tanh(x)


@OPS.define("LeakyRelu")
def leaky_relu(call, x):
    return F.leaky_relu(x, call.attr("alpha", 0.01))


@OPS.define("PRelu")
def prelu(call, x, slope):
    if call.opset < 7 and slope.dim() == 1 and x.dim() > 1:
        slope = slope.reshape((-1,) + (1,) * (x.dim() - 2))  # one per channel, not per last axis
    if is_float(x) and x.dim() >= 2:
        channels = x.shape[1]
        per_channel = slope.dim() == x.dim() - 1 and slope.numel() == slope.shape[0] == channels
        if per_channel or slope.numel() == 1:
            return F.prelu(x, slope.reshape(-1))
    return torch.where(x < 0, slope * x, x)


@OPS.define("Elu")
def elu(call, x):
    return F.elu(x, call.attr("alpha", 1.0))


@OPS.define("Celu")
def celu(call, x):
    alpha = call.attr("alpha", 1.0)
    if alpha > 0:
        return F.celu(x, alpha)
    return call.body()


@OPS.define("Selu")
def selu(call, x):
    if call.opset < 6:
        alpha, gamma = call.attr("alpha", 1.6732), call.attr("gamma", 1.0507)
    else:
        alpha, gamma = call.attr("alpha", _SELU_ALPHA), call.attr("gamma", _SELU_GAMMA)
    if alpha == _SELU_ALPHA and gamma == _SELU_GAMMA and x.dtype != torch.float64:
        return F.selu(x)
    return F.elu(x, alpha) * gamma


@OPS.define("Gelu")
def gelu(call, x):
    return F.gelu(x, approximate=call.attr("approximate", "none"))


@OPS.define("HardSigmoid")
def hard_sigmoid(call, x):
    return torch.clamp(x * call.attr("alpha", 0.2) + call.attr("beta", 0.5), 0.0, 1.0)


@OPS.define("HardSwish")
def hard_swish(call, x):
    return F.hardswish(x)


@OPS.define("Mish")
def mish(call, x):
    return F.mish(x)


@OPS.define("Swish")
def swish(call, x):
    alpha = call.attr("alpha", 1.0)
    return F.silu(x) if alpha == 1.0 else x * torch.sigmoid(alpha * x)


@OPS.define("Softplus")
def softplus(call, x):
    # Above the threshold torch returns x itself; its default of 20 is too early for float64.
    return F.softplus(x, threshold=50.0) if x.dtype == torch.float64 else F.softplus(x)


@OPS.define("Softsign")
def softsign(call, x):
    return F.softsign(x)


@OPS.define("ThresholdedRelu")
def thresholded_relu(call, x):
    return F.threshold(x, call.attr("alpha", 1.0), 0.0)


@OPS.define("Shrink")
def shrink(call, x):
    lambd, bias = call.attr("lambd", 0.5), call.attr("bias", 0.0)
    if is_float(x) and lambd >= 0 and bias in (0.0, lambd):
        return F.hardshrink(x, lambd) if bias == 0.0 else F.softshrink(x, lambd)
    zero = torch.zeros_like(x)
    return torch.where(x < -lambd, (x + bias).to(x.dtype), torch.where(x > lambd, (x - bias).to(x.dtype), zero))


def over_rows(call, x, function):
    """Applies function(x, axis); before opset 13 all axes from `axis` on are one row."""
    if call.opset >= 13:
        return function(x, axis_of(call.attr("axis", -1), x.dim()))
    axis = call.attr("axis", 1)
    axis = axis % x.dim() if axis < 0 else axis
    rows = 1
    for size in x.shape[:axis]:
        rows *= size
    columns = 1
    for size in x.shape[axis:]:
        columns *= size
    return function(x.reshape(rows, columns), 1).reshape(x.shape)


@OPS.define("Softmax")
def softmax(call, x):
    return over_rows(call, x, F.softmax)


@OPS.define("LogSoftmax")
def log_softmax(call, x):
    return over_rows(call, x, F.log_softmax)


@OPS.define("Hardmax")
def hardmax(call, x):
    def rows(x, axis):
        if x.numel() == 0:
            return x.clone()
        first = torch.argmax(x, axis, keepdim=True)
        return torch.zeros_like(x).scatter(axis, first, 1)
    return over_rows(call, x, rows)


@OPS.define("Dropout")
def dropout(call, x, ratio=None, training_mode=None):
    training = call.opset >= 12 and training_mode is not None and bool(call.static(2))
    if call.opset < 7:
        training = not call.attr("is_test", 0)
    mask_type = torch.bool if call.opset >= 10 else x.dtype
    if not training:
        return x, torch.ones(x.shape, dtype=mask_type, device=x.device)
    if call.opset >= 12:
        ratio = 0.5 if ratio is None else float(call.static(1))
    else:
        ratio = call.attr("ratio", 0.5)
    y, mask = torch.native_dropout(x, ratio, True)
    return y, mask.to(mask_type)
