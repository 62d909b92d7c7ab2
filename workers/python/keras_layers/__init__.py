"""Models built from Keras layers where there is one (mode keras): one file per family, each of which fills LAYERS.

A layer is made with its constructor's arguments alone, built on its input and then given the weights.
"""
from keras_layers.base import LAYERS, Framework
from keras_layers import activation, linear, norm, pool, recurrent

__all__ = ["LAYERS", "Framework"]
