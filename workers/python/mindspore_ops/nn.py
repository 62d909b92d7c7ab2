"""Layers: convolution, pools, normalisations, softmax. MindSpore's CPU kernels are two-dimensional."""
import math

import mindspore as ms
import numpy as np
from mindspore import ops

from assay_worker import Unsupported
from onnx_window import place

from .common import OPS, as_channels, axis_of, is_float


@OPS.define("Conv")
def conv(call, x, w, b=None):
    if x.ndim == 3:  # a line is an image of one row
        x, w = ops.expand_dims(x, 2), ops.expand_dims(w, 2)
        return ops.squeeze(_conv2d(call, x, w, b, [None] + place(call, x.shape[3:], w.shape[3:])), 2)
    if x.ndim != 4:
        raise Unsupported("a convolution in three dimensions")
    return _conv2d(call, x, w, b, place(call, x.shape[2:], w.shape[2:]))


def _conv2d(call, x, w, b, axes):
    padding = [(0, 0) if a is None else a.padding for a in axes]
    strides, dilations = (tuple(1 if a is None else getattr(a, name) for a in axes) for name in ("stride", "dilation"))
    layer = ops.Conv2D(w.shape[0], tuple(w.shape[2:]), pad_mode="pad", pad=padding[0] + padding[1], stride=strides,
                       dilation=dilations, group=call.attr("group", 1))
    y = layer(x, w)
    return y if b is None else ops.bias_add(y, b)


def _windows(call, x):
    axes = place(call, x.shape[2:], call.attr("kernel_shape"))
    if x.ndim != 4 or any(a.dilation != 1 for a in axes):
        raise Unsupported("pools of other ranks or with dilations")
    return axes, tuple(a.kernel for a in axes), tuple(a.stride for a in axes)


def _padded(x, axes, value):
    padding = [n for a in reversed(axes) for n in a.padding]
    return ops.pad(x, padding, value=value) if any(padding) else x


@OPS.define("MaxPool")
def max_pool(call, x):
    if call.has_output(1) or not is_float(x):
        raise Unsupported("MaxPool with indices or of integers")
    axes, kernel, strides = _windows(call, x)
    return ops.MaxPool(kernel, strides, "valid")(_padded(x, axes, -math.inf))


@OPS.define("AveragePool")
def average_pool(call, x):
    axes, kernel, strides = _windows(call, x)
    y = ops.AvgPool(kernel, strides, "valid")(_padded(x, axes, 0))
    counts = np.multiply.outer(*(a.counts(bool(call.attr("count_include_pad", 0))) for a in axes))
    full = math.prod(kernel)
    return y if (counts == full).all() else y * ms.Tensor(full / counts, x.dtype)


@OPS.define("GlobalAveragePool")
def global_average_pool(call, x):
    return ops.mean(x, tuple(range(2, x.ndim)), True)


@OPS.define("GlobalMaxPool")
def global_max_pool(call, x):
    return ops.amax(x, tuple(range(2, x.ndim)), True)


@OPS.define("BatchNormalization")
def batch_normalization(call, x, scale, bias, mean, var):
    if call.attr("training_mode", 0) or call.output_count > 1 or call.opset < 7 or not call.attr("spatial", 1):
        raise Unsupported("BatchNormalization in training")
    epsilon = call.attr("epsilon", 1e-5)
    if x.ndim == 4 and x.dtype == scale.dtype == mean.dtype == ms.float32:
        return ops.batch_norm(x, mean, var, scale, bias, training=False, eps=epsilon)
    if x.ndim < 2 or not x.dtype == scale.dtype == mean.dtype:
        raise Unsupported("BatchNormalization of vectors or mixed types")
    scale, bias, mean, var = (as_channels(v, x.ndim) for v in (scale, bias, mean, var))
    return (x - mean) * (ops.rsqrt(var + epsilon) * scale) + bias


@OPS.define("LayerNormalization")
def layer_normalization(call, x, scale, bias=None):
    axis = axis_of(call.attr("axis", -1), x.ndim)
    if x.dtype != ms.float32 or call.output_count > 1 or tuple(scale.shape) != tuple(x.shape[axis:]):
        return call.body()
    if bias is not None and tuple(bias.shape) != tuple(scale.shape):
        return call.body()
    bias = ops.zeros_like(scale) if bias is None else bias
    return ops.LayerNorm(axis, axis, call.attr("epsilon", 1e-5))(x, scale, bias)[0]


@OPS.define("InstanceNormalization")
def instance_normalization(call, x, scale, bias):
    axes = tuple(range(2, x.ndim))
    centred = x - ops.mean(x, axes, True)
    inverse = ops.rsqrt(ops.mean(centred * centred, axes, True) + call.attr("epsilon", 1e-5))
    return centred * inverse * as_channels(scale, x.ndim) + as_channels(bias, x.ndim)


@OPS.define("Softmax", "LogSoftmax")
def softmax(call, x):
    function = ops.softmax if call.op == "Softmax" else ops.log_softmax
    if call.opset >= 13:
        return function(x, axis=axis_of(call.attr("axis", -1), x.ndim))
    axis = axis_of(call.attr("axis", 1), x.ndim)
    flat = ops.reshape(x, (math.prod(x.shape[:axis]), math.prod(x.shape[axis:])))
    return ops.reshape(function(flat, axis=1), x.shape)


@OPS.define("Dropout")
def dropout(call, x, ratio=None, training=None):
    trains = call.static(2) if len(call.inputs) > 2 else None
    if call.opset < 7 or call.output_count > 1 or (trains is not None and trains.any()):
        raise Unsupported("Dropout in training or with its mask")
    return x
