"""What all files of layers share: the table, the framework for onnx_program, and how a layer gets its weights."""
import keras
import tensorflow as tf

from layer_table import Layers
from tensorflow_framework import Framework as Functional
from tensorflow_ops import OPS

LAYERS = Layers(OPS)
FLOATS = (tf.float32, tf.float64)


class Framework(Functional):
    operators = LAYERS


def filled(layer, x, *weights):
    """`layer` built for x and given these weights, in the order of Keras; those that are None are left out."""
    layer.build(tuple(x.shape))
    layer.set_weights([w.numpy() for w in weights if w is not None])
    return layer


def same_type(x, *weights):
    return x.dtype in FLOATS and all(w is None or w.dtype == x.dtype for w in weights)


def options(x):
    """Arguments that every layer takes: it computes in the type of x."""
    return {"dtype": keras.DTypePolicy(x.dtype.name)}
