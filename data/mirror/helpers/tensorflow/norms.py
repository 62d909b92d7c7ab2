"""Helpers of programs that are carried to TensorFlow: normalisation."""
import tensorflow as tf


def layer_norm(x, shape, weight=None, bias=None, eps=1e-05):
    axes = list(range(-(1 if isinstance(shape, int) else len(shape)), 0))
    mean, var = tf.nn.moments(x, axes=axes, keepdims=True)
    out = (x - mean) / tf.sqrt(var + eps)
    out = out if weight is None else out * weight
    return out if bias is None else out + bias


def batch_norm(x, mean, variance, weight=None, bias=None, training=False, eps=1e-05):
    """x: batch, channels, and more."""
    if training:
        mean, variance = tf.nn.moments(x, axes=[k for k in range(len(x.shape)) if k != 1])
    shape = [1, -1] + [1] * (len(x.shape) - 2)
    out = (x - tf.reshape(mean, shape)) / tf.sqrt(tf.reshape(variance, shape) + eps)
    out = out if weight is None else out * tf.reshape(weight, shape)
    return out if bias is None else out + tf.reshape(bias, shape)


def group_norm(x, groups, weight=None, bias=None, eps=1e-05):
    grouped = tf.reshape(x, [x.shape[0], groups, -1])
    mean, var = tf.nn.moments(grouped, axes=[-1], keepdims=True)
    out = tf.reshape((grouped - mean) / tf.sqrt(var + eps), tf.shape(x))
    shape = [1, -1] + [1] * (len(x.shape) - 2)
    out = out if weight is None else out * tf.reshape(weight, shape)
    return out if bias is None else out + tf.reshape(bias, shape)


def instance_norm(x, weight=None, bias=None, eps=1e-05):
    mean, var = tf.nn.moments(x, axes=list(range(2, len(x.shape))), keepdims=True)
    out = (x - mean) / tf.sqrt(var + eps)
    shape = [1, -1] + [1] * (len(x.shape) - 2)
    out = out if weight is None else out * tf.reshape(weight, shape)
    return out if bias is None else out + tf.reshape(bias, shape)


def normalize(x, p=2.0, axis=1, eps=1e-12):
    return x / tf.maximum(tf.norm(x, ord=p, axis=axis, keepdims=True), eps)
