"""Normalisations as modules, in the mode of inference."""
from torch import nn

from torch_layers.base import LAYERS, filled, same_type
from torch_ops.base import axis_of

_BATCH = {2: nn.BatchNorm1d, 3: nn.BatchNorm1d, 4: nn.BatchNorm2d, 5: nn.BatchNorm3d}
_INSTANCE = {3: nn.InstanceNorm1d, 4: nn.InstanceNorm2d, 5: nn.InstanceNorm3d}


@LAYERS.define("BatchNormalization")
def batch_normalization(call, x, scale, bias, mean, var):
    spatial = call.opset >= 9 or call.attr("spatial", 1)
    inference = call.opset >= 7 and call.output_count == 1 and not call.attr("training_mode", 0)
    if x.dim() not in _BATCH or not spatial or not inference or not same_type(x, scale, bias, mean, var):
        return None
    layer = _BATCH[x.dim()](x.shape[1], eps=call.attr("epsilon", 1e-5))
    return filled(layer, weight=scale, bias=bias, running_mean=mean, running_var=var)(x)


@LAYERS.define("InstanceNormalization")
def instance_normalization(call, x, scale, bias):
    # The module refuses images of one element, which ONNX admits.
    if x.dim() not in _INSTANCE or not same_type(x, scale, bias) or x.shape[2:].numel() < 2:
        return None
    return filled(_INSTANCE[x.dim()](x.shape[1], eps=call.attr("epsilon", 1e-5), affine=True), weight=scale, bias=bias)(x)


@LAYERS.define("GroupNormalization")
def group_normalization(call, x, scale, bias):
    # The module refuses groups of one element, which ONNX admits.
    if call.opset < 21 or not same_type(x, scale, bias) or x.numel() <= call.attr("num_groups"):
        return None
    return filled(nn.GroupNorm(call.attr("num_groups"), x.shape[1], call.attr("epsilon", 1e-5)), weight=scale, bias=bias)(x)


@LAYERS.define("LayerNormalization")
def layer_normalization(call, x, scale, bias=None):
    shape = list(x.shape[axis_of(call.attr("axis", -1), x.dim()):])
    fits = list(scale.shape) == shape and (bias is None or list(bias.shape) == shape)
    if call.output_count != 1 or not fits or not same_type(x, scale, bias):
        return None
    return filled(nn.LayerNorm(shape, call.attr("epsilon", 1e-5), bias=bias is not None), weight=scale, bias=bias)(x)


@LAYERS.define("RMSNormalization")
def rms_normalization(call, x, scale):
    shape = list(x.shape[axis_of(call.attr("axis", -1), x.dim()):])
    if list(scale.shape) != shape or not same_type(x, scale):
        return None
    return filled(nn.RMSNorm(shape, call.attr("epsilon", 1e-5)), weight=scale)(x)


@LAYERS.define("LRN")
def lrn(call, x):
    size = call.attr("size")
    if size % 2 == 0 or not same_type(x):
        return None
    return nn.LocalResponseNorm(size, call.attr("alpha", 1e-4), call.attr("beta", 0.75), call.attr("bias", 1.0))(x)
