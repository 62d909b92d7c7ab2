"""Activations as layers."""
import keras
from keras import layers

from keras_layers.base import FLOATS, LAYERS, filled, options, same_type
from tensorflow_ops.common import axis_of, rank

_PLAIN = {"Sigmoid": "sigmoid", "Tanh": "tanh", "Softsign": "softsign", "Softplus": "softplus", "Mish": "mish"}


@LAYERS.define(*_PLAIN)
def plain(call, x):
    return layers.Activation(_PLAIN[call.op], **options(x))(x) if x.dtype in FLOATS else None


@LAYERS.define("Relu")
def relu(call, x):
    return layers.ReLU(**options(x))(x) if x.dtype in FLOATS else None


@LAYERS.define("LeakyRelu")
def leaky_relu(call, x):
    alpha = call.attr("alpha", 0.01)
    return layers.LeakyReLU(negative_slope=alpha, **options(x))(x) if x.dtype in FLOATS and alpha >= 0 else None


@LAYERS.define("Elu")
def elu(call, x):
    return layers.ELU(alpha=call.attr("alpha", 1.0), **options(x))(x) if x.dtype in FLOATS else None


@LAYERS.define("Gelu")
def gelu(call, x):
    if x.dtype not in FLOATS:
        return None
    approximate = call.attr("approximate", "none") == "tanh"
    return layers.Activation(lambda v: keras.activations.gelu(v, approximate=approximate), **options(x))(x)


@LAYERS.define("PRelu")
def prelu(call, x, slope):
    # Keras has one slope per element, except along the axes that share it.
    if call.opset < 7 or rank(x) < 2 or not same_type(x, slope) or rank(slope) != rank(x) - 1:
        return None
    shared = [i + 1 for i, size in enumerate(slope.shape) if size == 1]
    if any(size not in (1, x.shape[i + 1]) for i, size in enumerate(slope.shape)):
        return None
    return filled(layers.PReLU(shared_axes=shared or None, **options(x)), x, slope)(x)


@LAYERS.define("Softmax")
def softmax(call, x):
    if call.opset < 13 or x.dtype not in FLOATS or rank(x) == 0:
        return None
    return layers.Softmax(axis=axis_of(call.attr("axis", -1), rank(x)), **options(x))(x)
