"""Normalisations."""
import torch
import torch.nn.functional as F

from assay_worker import Unsupported
from torch_ops.base import OPS, SMALL_FLOATS, axis_of, torch_dtype, wide


def per_channel(v, x):
    return v.reshape((1, -1) + (1,) * (x.dim() - 2))


@OPS.define("BatchNormalization")
def batch_normalization(call, x, scale, bias, mean, var):
    epsilon, momentum = call.attr("epsilon", 1e-5), call.attr("momentum", 0.9)
    if call.opset < 14:
        training = call.output_count > 1 or (call.opset < 7 and not call.attr("is_test", 0))
        if training:
            raise Unsupported("BatchNormalization in training mode before opset 14")
        if not call.attr("spatial", 1):
            raise Unsupported("BatchNormalization per activation")
    training = call.opset >= 14 and bool(call.attr("training_mode", 0))
    if x.dim() < 2:
        raise Unsupported("BatchNormalization of a vector")
    if not training:
        kinds = {scale.dtype, mean.dtype}
        if kinds == {x.dtype} or x.dtype in SMALL_FLOATS and kinds == {torch.float32}:
            return F.batch_norm(x, mean, var, scale, bias, False, 0.0, epsilon)
        compute = torch.float64 if torch.float64 in kinds | {x.dtype} else torch.float32
        values = (v.to(compute) for v in (x, mean, var, scale, bias))
        return F.batch_norm(*values, False, 0.0, epsilon).to(x.dtype)
    stats = x.to(wide(x.dtype))
    axes = [0] + list(range(2, x.dim()))
    batch_mean, batch_var = torch.mean(stats, axes), torch.var(stats, axes, correction=0)
    # Not F.batch_norm: it refuses channels of one element, which ONNX admits.
    y = torch.batch_norm(stats, scale.to(stats.dtype), bias.to(stats.dtype), None, None, True, 0.0, epsilon, False)
    y = y.to(x.dtype)
    running_mean = mean * momentum + batch_mean.to(mean.dtype) * (1 - momentum)
    running_var = var * momentum + batch_var.to(var.dtype) * (1 - momentum)
    return y, running_mean, running_var


@OPS.define("InstanceNormalization")
def instance_normalization(call, x, scale, bias):
    # Not F.instance_norm: it refuses images of one element, which ONNX admits.
    return torch.instance_norm(x, scale, bias, None, None, True, 0.0, call.attr("epsilon", 1e-5), False)


@OPS.define("GroupNormalization")
def group_normalization(call, x, scale, bias):
    groups, epsilon = call.attr("num_groups"), call.attr("epsilon", 1e-5)
    if call.opset < 21:  # scale and bias per group
        scale, bias = (v.repeat_interleave(x.shape[1] // groups) for v in (scale, bias))
    return torch.group_norm(x, groups, scale, bias, epsilon)


@OPS.define("LayerNormalization")
def layer_normalization(call, x, scale, bias=None):
    axis, epsilon = axis_of(call.attr("axis", -1), x.dim()), call.attr("epsilon", 1e-5)
    shape = list(x.shape[axis:])
    stash = torch_dtype(call.attr("stash_type", 1))
    native = list(scale.shape) == shape and (bias is None or list(bias.shape) == shape)
    if call.output_count == 1:
        if native:
            return F.layer_norm(x, shape, scale, bias, epsilon)
        y = F.layer_norm(x, shape, None, None, epsilon) * scale
        return y if bias is None else y + bias
    if x.dtype in SMALL_FLOATS:
        # The statistics are asked for in float32, in which torch does not give them for a half.
        if x.numel() == 0:
            raise Unsupported("LayerNormalization with statistics: the standard's function body does not fit empty tensors")
        return call.body()
    if getattr(call.framework, "trains", False):
        # torch does not differentiate the statistics that its own kernel gives.
        axes = tuple(range(axis, x.dim()))
        mean = x.mean(axes, keepdim=True)
        rstd = torch.rsqrt(x.var(axes, unbiased=False, keepdim=True) + epsilon)
        y = (x - mean) * rstd * scale
        return y if bias is None else y + bias, mean.to(stash), rstd.to(stash)
    y, mean, rstd = torch.native_layer_norm(x, shape, scale if native else None, bias if native else None, epsilon)
    if not native:
        y = y * scale
        y = y if bias is None else y + bias
    return y, mean.to(stash), rstd.to(stash)


@OPS.define("RMSNormalization")
def rms_normalization(call, x, scale):
    axis, epsilon = axis_of(call.attr("axis", -1), x.dim()), call.attr("epsilon", 1e-5)
    shape = list(x.shape[axis:])
    if list(scale.shape) == shape and scale.dtype == x.dtype:
        return F.rms_norm(x, shape, scale, epsilon)
    return (F.rms_norm(x, shape, None, epsilon) * scale).to(scale.dtype)


@OPS.define("LRN")
def lrn(call, x):
    size = call.attr("size")
    alpha, beta, bias = call.attr("alpha", 1e-4), call.attr("beta", 0.75), call.attr("bias", 1.0)
    if size % 2:
        return F.local_response_norm(x, size, alpha, beta, bias)
    if x.numel() == 0:
        return x
    # An even window reaches one channel further up than down in ONNX, and the other way round in torch.
    low = (size - 1) // 2
    squares = torch.constant_pad_nd(torch.square(x), [0, 0] * (x.dim() - 2) + [low, size - 1 - low], 0)
    total = torch.sum(squares.unfold(1, size, 1), -1)
    return x / torch.pow(bias + alpha / size * total, beta)


@OPS.define("LpNormalization")
def lp_normalization(call, x):
    axis = axis_of(call.attr("axis", -1), x.dim())
    norm = torch.linalg.vector_norm(x, call.attr("p", 2), axis, keepdim=True)
    return torch.where(norm == 0, torch.zeros_like(x), x / norm)
