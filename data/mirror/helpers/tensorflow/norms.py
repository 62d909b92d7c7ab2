"""Helpers of programs that are carried to TensorFlow: normalisation."""
import numpy as np
import tensorflow as tf


def scaled(out, weight, bias):
    """By what each channel has; channels stand in axis 1."""
    shape = [1, -1] + [1] * (len(out.shape) - 2)
    out = out if weight is None else out * tf.reshape(weight, shape)
    return out if bias is None else out + tf.reshape(bias, shape)


def layer_norm(x, shape, weight=None, bias=None, eps=1e-05):
    axes = list(range(-(1 if isinstance(shape, int) else len(shape)), 0))
    out = tf.keras.layers.LayerNormalization(axis=axes, epsilon=eps, center=False, scale=False, dtype=x.dtype.name)(x)
    out = out if weight is None else out * weight
    return out if bias is None else out + bias


def batch_norm(x, mean, variance, weight=None, bias=None, training=False, eps=1e-05):
    """x: batch, channels, and more."""
    if training:
        mean, variance = tf.nn.moments(x, axes=[k for k in range(len(x.shape)) if k != 1])
    shape = [1, -1] + [1] * (len(x.shape) - 2)
    mean, variance, bias, weight = (None if one is None else tf.reshape(one, shape) for one in (mean, variance, bias, weight))
    return tf.nn.batch_normalization(x, mean, variance, bias, weight, eps)


def group_norm(x, groups, weight=None, bias=None, eps=1e-05):
    layer = tf.keras.layers.GroupNormalization(groups, axis=1, epsilon=eps, center=False, scale=False, dtype=x.dtype.name)
    return scaled(layer(x), weight, bias)


def instance_norm(x, weight=None, bias=None, eps=1e-05):
    layer = tf.keras.layers.GroupNormalization(-1, axis=1, epsilon=eps, center=False, scale=False, dtype=x.dtype.name)
    return scaled(layer(x), weight, bias)


def normalize(x, p=2.0, axis=1, eps=1e-12):
    if p == 2 and bool(tf.reduce_all(tf.norm(x, axis=axis) > eps)):
        return tf.math.l2_normalize(x, axis=axis, epsilon=eps * eps)
    return x / tf.maximum(tf.norm(x, ord=p, axis=axis, keepdims=True), eps)


def rms_norm(x, shape, weight=None, eps=None):
    axes = list(range(-(1 if isinstance(shape, int) else len(shape)), 0))
    out = tf.keras.ops.rms_normalization(x, axis=axes, epsilon=np.finfo(x.dtype.as_numpy_dtype).eps if eps is None else eps)
    return out if weight is None else out * weight
