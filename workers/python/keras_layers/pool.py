"""Poolings as layers."""
import tensorflow as tf
from keras import layers

from keras_layers.base import LAYERS, options
from tensorflow_ops.common import channels_first, channels_last, dims, rank
from tensorflow_ops.window import axes_of

_MAX = {1: layers.MaxPooling1D, 2: layers.MaxPooling2D, 3: layers.MaxPooling3D}
_AVERAGE = {1: layers.AveragePooling1D, 2: layers.AveragePooling2D, 3: layers.AveragePooling3D}
_GLOBAL = {"GlobalAveragePool": {1: layers.GlobalAveragePooling1D, 2: layers.GlobalAveragePooling2D,
                                 3: layers.GlobalAveragePooling3D},
           "GlobalMaxPool": {1: layers.GlobalMaxPooling1D, 2: layers.GlobalMaxPooling2D, 3: layers.GlobalMaxPooling3D}}


def pooled(table, call, x):
    n = rank(x) - 2
    # TensorFlow's pools over three axes have kernels for float32 only.
    if n not in table or x.dtype != tf.float32 or call.has_output(1) or 0 in dims(x):
        return None
    axes = axes_of(call, dims(x)[2:], call.attr("kernel_shape"))
    # A layer has no padding of its own but SAME, which means another thing where strides differ.
    unpadded = all(a.before == 0 and a.reach <= 0 and a.dilation == 1 and a.out > 0 for a in axes)
    if not unpadded:
        return None
    layer = table[n]([a.kernel for a in axes], [a.stride for a in axes], "valid", **options(x))
    return channels_first(layer(channels_last(x)))


@LAYERS.define("MaxPool")
def max_pool(call, x):
    return pooled(_MAX, call, x)


@LAYERS.define("AveragePool")
def average_pool(call, x):
    return pooled(_AVERAGE, call, x)


@LAYERS.define("GlobalAveragePool", "GlobalMaxPool")
def global_pool(call, x):
    n = rank(x) - 2
    if n not in _GLOBAL[call.op] or x.dtype != tf.float32 or 0 in dims(x):
        return None
    return channels_first(_GLOBAL[call.op][n](keepdims=True, **options(x))(channels_last(x)))
