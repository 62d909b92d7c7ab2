"""Convolutions, dense and embedding layers. Images go through channels last, as TensorFlow's CPU kernels want them."""
import tensorflow as tf
from keras import layers

from keras_layers.base import LAYERS, filled, options, same_type
from tensorflow_ops.common import channels_first, channels_last, dims, move, rank
from tensorflow_ops.conv import pad_for
from tensorflow_ops.window import axes_of

_CONV = {1: layers.Conv1D, 2: layers.Conv2D, 3: layers.Conv3D}


@LAYERS.define("Conv")
def conv(call, x, w, bias=None):
    n = rank(x) - 2
    if n not in _CONV or not same_type(x, w, bias) or 0 in dims(x) + dims(w):
        return None
    axes = axes_of(call, dims(x)[2:], dims(w)[2:])
    strides, dilations = [a.stride for a in axes], [a.dilation for a in axes]
    if max(strides) > 1 and max(dilations) > 1 or n == 3 and max(dilations) > 1 or any(a.out < 1 for a in axes):
        return None
    group = call.attr("group", 1)
    # Like the functional importer: groups are documented for two axes.
    if group > 1 and (n != 2 or x.dtype != tf.float32 or len(set(strides)) > 1):
        return None
    layer = _CONV[n](dims(w)[0], dims(w)[2:], strides, "valid", dilation_rate=dilations, groups=group,
                     use_bias=bias is not None, **options(x))
    image = pad_for(channels_last(x), axes)
    return channels_first(filled(layer, image, move(w, [*range(2, n + 2), 1, 0]), bias)(image))


@LAYERS.define("Gemm")
def gemm(call, a, b, c=None):
    plain = call.attr("alpha", 1.0) == 1 and call.attr("beta", 1.0) == 1 and not call.attr("transA", 0)
    if call.opset < 7 or not plain or not same_type(a, b, c) or 0 in dims(a) + dims(b):
        return None
    kernel = tf.transpose(b) if call.attr("transB", 0) else b
    if c is not None and dims(c) != [dims(kernel)[1]]:
        return None
    return filled(layers.Dense(dims(kernel)[1], use_bias=c is not None, **options(a)), a, kernel, c)(a)


@LAYERS.define("MatMul")
def matmul(call, a, b):
    if rank(b) != 2 or rank(a) < 2 or not same_type(a, b) or 0 in dims(a) + dims(b):
        return None
    return filled(layers.Dense(dims(b)[1], use_bias=False, **options(a)), a, b)(a)


@LAYERS.define("Gather")
def gather(call, data, indices):
    if rank(data) != 2 or call.attr("axis", 0) not in (0, -2) or not same_type(data) or 0 in dims(data):
        return None
    rows = tf.where(indices < 0, indices + tf.cast(dims(data)[0], indices.dtype), indices)
    return filled(layers.Embedding(dims(data)[0], dims(data)[1], **options(data)), rows, data)(rows)


@LAYERS.define("Flatten")
def flatten(call, x):
    if call.attr("axis", 1) != 1 or rank(x) < 2 or not same_type(x) or 0 in dims(x):
        return None
    return layers.Flatten(**options(x))(x)
