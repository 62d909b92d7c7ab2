"""Helpers of programs that are carried to TensorFlow: functions of elements and reductions."""
import math

import numpy as np
import tensorflow as tf


def trunc(x):
    return tf.where(x < 0, tf.math.ceil(x), tf.floor(x))


def frac(x):
    return x - trunc(x)


def hard_swish(x):
    return x * tf.nn.relu6(x + 3.0) / 6.0


def hard_sigmoid(x):
    return tf.nn.relu6(x + 3.0) / 6.0


def mish(x):
    return x * tf.tanh(tf.nn.softplus(x))


def tanhshrink(x):
    return x - tf.tanh(x)


def ndtr(x):
    return 0.5 * tf.math.erfc(-x / math.sqrt(2.0))


def fmax(x, y):
    return tf.where(tf.math.is_nan(x), y, tf.where(tf.math.is_nan(y), x, tf.maximum(x, y)))


def fmin(x, y):
    return tf.where(tf.math.is_nan(x), y, tf.where(tf.math.is_nan(y), x, tf.minimum(x, y)))


def copysign(x, y):
    return tf.where(tf.experimental.numpy.signbit(y), -tf.abs(x), tf.abs(x))


def ldexp(x, y):
    return x * tf.pow(tf.constant(2.0, x.dtype), tf.cast(y, x.dtype))


def divide_towards_zero(x, y):
    if x.dtype.is_integer:
        return tf.truncatediv(x, y)
    return trunc(x / y)


def hard_tanh(x, low=-1.0, high=1.0):
    return tf.clip_by_value(x, low, high)


def hard_shrink(x, size=0.5):
    return tf.where(tf.abs(x) <= size, tf.zeros_like(x), x)


def soft_shrink(x, size=0.5):
    return tf.where(x > size, x - size, tf.where(x < -size, x + size, x * 0.0))


def nan_to_num(x, nan=0.0, posinf=None, neginf=None):
    posinf = x.dtype.max if posinf is None else posinf
    neginf = x.dtype.min if neginf is None else neginf
    x = tf.where(tf.math.is_nan(x), tf.cast(nan, x.dtype), x)
    x = tf.where(tf.math.is_inf(x) & (x > 0), tf.cast(posinf, x.dtype), x)
    return tf.where(tf.math.is_inf(x) & (x < 0), tf.cast(neginf, x.dtype), x)


def frexp(x):
    """Mantissa in [0.5, 1) and exponent."""
    exponent = tf.where(x == 0, tf.zeros_like(x), tf.floor(tf.math.log(tf.abs(x)) / math.log(2.0)) + 1.0)
    mantissa = x / tf.pow(tf.constant(2.0, x.dtype), exponent)
    too_large, too_small = tf.abs(mantissa) >= 1.0, (tf.abs(mantissa) < 0.5) & (x != 0)
    exponent = tf.where(too_large, exponent + 1.0, tf.where(too_small, exponent - 1.0, exponent))
    return x / tf.pow(tf.constant(2.0, x.dtype), exponent), tf.cast(exponent, tf.int32)


def clamp(x, low=None, high=None):
    if low is not None:
        x = tf.maximum(x, tf.cast(low, x.dtype))
    return x if high is None else tf.minimum(x, tf.cast(high, x.dtype))


def variance(x, axis=None, correction=1, keepdims=False):
    count = tf.size(x) if axis is None else tf.reduce_prod(tf.gather(tf.shape(x), axis))
    centred = x - tf.reduce_mean(x, axis=axis, keepdims=True)
    return tf.reduce_sum(tf.square(centred), axis=axis, keepdims=keepdims) / (tf.cast(count, x.dtype) - int(correction))


def standard_deviation(x, axis=None, correction=1, keepdims=False):
    return tf.sqrt(variance(x, axis, correction, keepdims))


def median(x):
    """The mean of the two in the middle."""
    values, count = tf.sort(tf.reshape(x, [-1])), int(tf.size(x))
    middle = (values[(count - 1) // 2] + values[count // 2]) / 2
    return tf.where(tf.reduce_any(tf.math.is_nan(x)), tf.constant(float("nan"), x.dtype), middle)


def nan_median(x):
    """The lower one of the two in the middle."""
    values = tf.sort(tf.boolean_mask(x, ~tf.math.is_nan(x)))
    return values[(tf.size(values) - 1) // 2]


def nan_max(x):
    kept = tf.where(tf.math.is_nan(x), tf.constant(float("-inf"), x.dtype), x)
    return tf.where(tf.reduce_all(tf.math.is_nan(x)), tf.constant(float("nan"), x.dtype), tf.reduce_max(kept))


def argmax(x, axis, keepdims):
    index = tf.argmax(x, axis=axis)
    return tf.expand_dims(index, axis) if keepdims else index


def cho_factor(x, lower=False):
    factor = tf.linalg.cholesky(x)
    return factor if lower else tf.linalg.adjoint(factor), lower


def isin(x, values):
    same = tf.expand_dims(x, -1) == tf.reshape(values, [-1])
    return tf.reduce_any(same, axis=-1)


def set_difference(x, y, assume_unique=False):
    flat = tf.reshape(x, [-1])
    if not assume_unique:
        flat = tf.sort(tf.unique(flat)[0])
    return tf.boolean_mask(flat, ~tf.reduce_any(tf.expand_dims(flat, -1) == tf.reshape(y, [-1]), axis=-1))


def tensorinv(x, ind=2):
    inner, outer = list(x.shape[:ind]), list(x.shape[ind:])
    flat = tf.reshape(x, [int(np.prod(inner)), -1])
    return tf.reshape(tf.linalg.inv(flat), outer + inner)


def fft(x):
    return tf.signal.fft(x if x.dtype.is_complex else tf.cast(x, tf.complex128 if x.dtype == tf.float64 else tf.complex64))


def ifft(x):
    return tf.signal.ifft(x if x.dtype.is_complex else tf.cast(x, tf.complex128 if x.dtype == tf.float64 else tf.complex64))


def fft2(x):
    return tf.signal.fft2d(x if x.dtype.is_complex else tf.cast(x, tf.complex128 if x.dtype == tf.float64 else tf.complex64))


def standardize(x, axis=-1, eps=1e-05):
    mean, var = tf.nn.moments(x, axes=[axis] if isinstance(axis, int) else axis, keepdims=True)
    return (x - mean) / tf.sqrt(var + eps)


def cosine_similarity(x, y, axis=1, eps=1e-08):
    lengths = tf.maximum(tf.norm(x, axis=axis), eps) * tf.maximum(tf.norm(y, axis=axis), eps)
    return tf.reduce_sum(x * y, axis=axis) / lengths


def attention(query, key, value, mask=None, causal=False):
    scores = tf.matmul(query, key, transpose_b=True) / math.sqrt(query.shape[-1])
    if causal:
        mask = tf.cast(tf.linalg.band_part(tf.ones(scores.shape[-2:]), -1, 0), tf.bool)
    if mask is not None and mask.dtype == tf.bool:
        scores = tf.where(mask, scores, float("-inf"))
    elif mask is not None:
        scores = scores + mask
    return tf.matmul(tf.nn.softmax(scores, axis=-1), value)


def divide_alike(x, y):
    """Integers by integers give integers."""
    return tf.truncatediv(x, y) if x.dtype.is_integer else x / y
