"""Normalisations as layers, in the mode of inference."""
from keras import layers

from keras_layers.base import LAYERS, filled, options, same_type
from tensorflow_ops.common import axis_of, channels_first, channels_last, dims, rank


@LAYERS.define("BatchNormalization")
def batch_normalization(call, x, scale, bias, mean, var):
    inference = call.opset >= 9 and call.output_count == 1 and not call.attr("training_mode", 0)
    if rank(x) < 2 or not inference or not same_type(x, scale, bias, mean, var):
        return None
    image = channels_last(x) if rank(x) > 2 else x
    layer = filled(layers.BatchNormalization(epsilon=call.attr("epsilon", 1e-5), **options(x)), image, scale, bias, mean, var)
    y = layer(image, training=False)
    return channels_first(y) if rank(x) > 2 else y


@LAYERS.define("LayerNormalization")
def layer_normalization(call, x, scale, bias=None):
    axis = axis_of(call.attr("axis", -1), rank(x))
    fits = dims(scale) == dims(x)[axis:] and (bias is None or dims(bias) == dims(x)[axis:])
    if call.output_count != 1 or not fits or not same_type(x, scale, bias) or 0 in dims(x):
        return None
    layer = layers.LayerNormalization(axis=list(range(axis, rank(x))), epsilon=call.attr("epsilon", 1e-5),
                                      center=bias is not None, **options(x))
    return filled(layer, x, scale, bias)(x)


@LAYERS.define("GroupNormalization")
def group_normalization(call, x, scale, bias):
    if call.opset < 21 or not same_type(x, scale, bias) or rank(x) < 3 or 0 in dims(x):
        return None
    image = channels_last(x)
    layer = layers.GroupNormalization(groups=call.attr("num_groups"), epsilon=call.attr("epsilon", 1e-5), **options(x))
    return channels_first(filled(layer, image, scale, bias)(image))
