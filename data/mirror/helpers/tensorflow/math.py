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


def copysign(x, y):
    return tf.where(tf.experimental.numpy.signbit(y), -tf.abs(x), tf.abs(x))


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
    count = tf.cast(count, x.dtype)
    return tf.math.reduce_variance(x, axis=axis, keepdims=keepdims) * (count / (count - int(correction)))


def standard_deviation(x, axis=None, correction=1, keepdims=False):
    return tf.sqrt(variance(x, axis, correction, keepdims))


def median(x):
    """The mean of the two in the middle."""
    values, count = tf.sort(tf.reshape(x, [-1])), int(tf.size(x))
    middle = (values[(count - 1) // 2] + values[count // 2]) / 2
    return tf.where(tf.reduce_any(tf.math.is_nan(x)), tf.constant(float("nan"), x.dtype), middle)


def nan_max(x):
    kept = tf.where(tf.math.is_nan(x), tf.constant(float("-inf"), x.dtype), x)
    return tf.where(tf.reduce_all(tf.math.is_nan(x)), tf.constant(float("nan"), x.dtype), tf.reduce_max(kept))


def argmax(x, axis, keepdims):
    index = tf.argmax(x, axis=axis)
    return tf.expand_dims(index, axis) if keepdims else index


def argmin(x, axis, keepdims):
    index = tf.argmin(x, axis=axis)
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
    return tf.raw_ops.ListDiff(x=flat, y=tf.cast(tf.reshape(y, [-1]), flat.dtype)).out


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
    return -tf.keras.losses.cosine_similarity(x, y, axis=axis)


def attention(query, key, value, mask=None, causal=False, scale=None):
    """Of PyTorch: batch, more, heads, rows, numbers; Keras has batch, rows, heads, numbers. A query that may look at nothing gets zeros."""
    heads = lambda x: tf.transpose(tf.reshape(x, [-1 if len(x.shape) > 2 else 1, x.shape[-3] if len(x.shape) > 3 else 1, *x.shape[-2:]]), [0, 2, 1, 3])
    bias = None
    if mask is not None:
        mask = tf.broadcast_to(mask, [*query.shape[:-1], key.shape[-2]])
        mask = tf.reshape(mask, [-1 if len(query.shape) > 2 else 1, query.shape[-3] if len(query.shape) > 3 else 1, *mask.shape[-2:]])
        mask, bias = (mask, None) if mask.dtype == tf.bool else (None, mask)
    out = tf.keras.ops.dot_product_attention(heads(query), heads(key), heads(value), bias=bias, mask=mask, scale=scale, is_causal=causal)
    out = tf.reshape(tf.transpose(out, [0, 2, 1, 3]), [*query.shape[:-1], value.shape[-1]])
    return out if mask is None else tf.where(tf.reshape(tf.reduce_any(mask, axis=-1, keepdims=True), [*query.shape[:-1], 1]), out, tf.zeros_like(out))


def divide_alike(x, y):
    """Integers by integers give integers."""
    return tf.truncatediv(x, y) if x.dtype.is_integer else x / y


def floating(x, standard=tf.float32):
    """Whole numbers and truths as numbers with a fraction: TensorFlow's functions take no others."""
    if not tf.is_tensor(x) and not isinstance(x, (np.ndarray, np.generic)):
        return tf.cast(x, standard)
    x = tf.convert_to_tensor(x)
    return x if x.dtype.is_floating or x.dtype.is_complex else tf.cast(x, standard)


def array_of(x, dtype=None):
    """An array of numbers and tensors, through which gradients go."""
    if isinstance(x, (list, tuple)) and any(tf.is_tensor(one) for one in tf.nest.flatten(x)):
        parts = [array_of(one) for one in x]
        kinds = [one.dtype for one in parts if tf.is_tensor(one)]
        common = next((kind for kind in kinds if kind.is_complex or kind.is_floating), kinds[0])
        x = tf.stack([tf.cast(one, common) for one in parts])
    if tf.is_tensor(x):
        return x if dtype is None else tf.cast(x, dtype)
    return tf.constant(x, dtype=dtype)


class FloatInfo:
    """What a floating-point type can hold, in Python's numbers."""

    def __init__(self, dtype):
        from ml_dtypes import finfo  # numpy's knows no bfloat16

        info = finfo(tf.as_dtype(dtype).as_numpy_dtype)
        self.bits, self.dtype = int(info.bits), tf.as_dtype(dtype).name
        self.max, self.min, self.eps = float(info.max), float(info.min), float(info.eps)
        self.tiny = self.smallest_normal = float(info.smallest_normal)
        self.resolution, self.smallest_subnormal = float(info.resolution), float(info.smallest_subnormal)


def round_to(x, decimals):
    if x.dtype.is_integer:
        return x
    scale = tf.constant(10.0 ** abs(decimals), x.dtype)
    return tf.round(x * scale) / scale if decimals >= 0 else tf.round(x / scale) * scale


def nan_spread(x, axis=None, correction=0, keepdims=False):
    """The variance of what is no NaN."""
    kept = ~tf.math.is_nan(x)
    count = tf.reduce_sum(tf.cast(kept, x.dtype), axis=axis, keepdims=True)
    known = tf.where(kept, x, tf.zeros_like(x))
    centred = tf.where(kept, known - tf.reduce_sum(known, axis=axis, keepdims=True) / count, tf.zeros_like(x))
    out = tf.reduce_sum(tf.square(centred), axis=axis, keepdims=True) / (count - correction)
    return out if keepdims else tf.squeeze(out, axis=list(range(len(x.shape))) if axis is None else axis)


def nan_median_of(x):
    """The mean of the two in the middle of what is no NaN."""
    known = tf.sort(tf.boolean_mask(x, ~tf.math.is_nan(x)))
    count = int(tf.size(known))
    if count == 0:
        return tf.constant(float("nan"), x.dtype)
    return (known[(count - 1) // 2] + known[count // 2]) / 2


def nan_extreme(x, largest, axis=None, keepdims=False):
    missing = tf.constant(float("-inf") if largest else float("inf"), x.dtype)
    kept = tf.where(tf.math.is_nan(x), missing, x)
    out = (tf.reduce_max if largest else tf.reduce_min)(kept, axis=axis, keepdims=keepdims)
    none = tf.reduce_all(tf.math.is_nan(x), axis=axis, keepdims=keepdims)
    return tf.where(none, tf.constant(float("nan"), x.dtype), out)


def median_along(x, axis, keepdims=False):
    """The mean of the two in the middle; NaN where there is one."""
    x = floating(x)
    values, count = tf.sort(x, axis=axis), x.shape[axis]
    middle = (tf.gather(values, (count - 1) // 2, axis=axis) + tf.gather(values, count // 2, axis=axis)) / 2
    out = tf.where(tf.reduce_any(tf.math.is_nan(x), axis=axis), tf.constant(float("nan"), x.dtype), middle)
    return tf.expand_dims(out, axis) if keepdims else out


def quantile(x, q, axis=None, keepdims=False):
    """Between the two nearest, in proportion; NaN where there is one."""
    x = floating(x)
    q = tf.cast(q, x.dtype)
    flat = tf.reshape(x, [-1]) if axis is None else tf.experimental.numpy.moveaxis(x, axis, -1)
    values, count = tf.sort(flat, axis=-1), flat.shape[-1]
    place = tf.reshape(q, [-1]) * (count - 1)
    low = tf.floor(place)
    high = tf.minimum(low + 1, tf.cast(count - 1, x.dtype))
    first, second = (tf.gather(values, tf.cast(one, tf.int32), axis=-1) for one in (low, high))
    out = first + (second - first) * (place - low)
    out = tf.where(tf.reduce_any(tf.math.is_nan(flat), axis=-1, keepdims=True), tf.constant(float("nan"), x.dtype), out)
    out = tf.experimental.numpy.moveaxis(out, -1, 0)
    if keepdims:
        out = tf.reshape(out, [-1] + [1] * len(x.shape)) if axis is None else tf.expand_dims(out, axis if axis < 0 else axis + 1)
    return out[0] if len(q.shape) == 0 else out


def covariance(x, correction=1):
    """Of variables in rows."""
    x = tf.reshape(x, [1, -1]) if len(x.shape) < 2 else x
    centred = x - tf.reduce_mean(x, axis=1, keepdims=True)
    out = tf.matmul(centred, centred, adjoint_b=True) / (x.shape[1] - correction)
    return tf.squeeze(out) if x.shape[0] == 1 else out


def correlation(x):
    cov = covariance(x)
    if len(cov.shape) == 0:
        return cov / cov
    size = tf.sqrt(tf.linalg.diag_part(cov))
    return tf.clip_by_value(cov / size[:, None] / size[None, :], -1.0, 1.0)


def average(x, axis=None, weights=None):
    x = floating(x)
    if weights is None:
        return tf.reduce_mean(x, axis=axis)
    weights = tf.cast(weights, x.dtype)
    if len(weights.shape) != len(x.shape):
        weights = tf.reshape(weights, [-1 if k == axis % len(x.shape) else 1 for k in range(len(x.shape))])
    weights = tf.broadcast_to(weights, tf.shape(x))
    return tf.reduce_sum(x * weights, axis=axis) / tf.reduce_sum(weights, axis=axis)


def running(x, function, axis=0, reverse=False):
    """What a function of two makes of all elements up to each."""
    steps = tf.unstack(x, axis=axis)
    steps = steps[::-1] if reverse else steps
    out = steps[:1]
    for step in steps[1:]:
        out.append(function(out[-1], step))
    return tf.stack(out[::-1] if reverse else out, axis=axis)


def interp(x, xp, fp):
    """Between known points, and the outer ones beyond them."""
    x = floating(x)
    xp, fp = tf.cast(xp, x.dtype), tf.cast(fp, x.dtype)
    place = tf.clip_by_value(tf.searchsorted(xp, tf.reshape(x, [-1]), side="right"), 1, xp.shape[0] - 1)
    place = tf.reshape(place, tf.shape(x))
    left, right = tf.gather(xp, place - 1), tf.gather(xp, place)
    low, high = tf.gather(fp, place - 1), tf.gather(fp, place)
    width = right - left
    out = low + tf.where(width == 0, tf.zeros_like(x), (x - left) / tf.where(width == 0, tf.ones_like(width), width)) * (high - low)
    return tf.where(x < xp[0], fp[0], tf.where(x > xp[-1], fp[-1], out))


def digitize(x, bins, right=False):
    places = tf.searchsorted(bins, tf.cast(tf.reshape(x, [-1]), bins.dtype), side="left" if right else "right")
    return tf.reshape(places, tf.shape(x))


def histogram(x, bins=10, range=None):
    """Counts, and the edges between them."""
    x = tf.reshape(floating(x), [-1])
    if not isinstance(bins, int):
        edges = tf.cast(bins, x.dtype)
        place = tf.where(x == edges[-1], edges.shape[0] - 1, tf.searchsorted(edges, x, side="right"))
        inside = tf.boolean_mask(place - 1, (place > 0) & (place < edges.shape[0]))
        return tf.cast(tf.math.bincount(inside, minlength=edges.shape[0] - 1), x.dtype), edges
    low, high = (tf.reduce_min(x), tf.reduce_max(x)) if range is None else range
    low, high = tf.cast(low, x.dtype), tf.cast(high, x.dtype)
    low, high = (low - 0.5, high + 0.5) if low == high else (low, high)
    inside = tf.boolean_mask(x, (x >= low) & (x <= high))
    return tf.cast(tf.histogram_fixed_width(inside, [low, high], bins), x.dtype), tf.linspace(low, high, bins + 1)


def frequencies(n, d=1.0, real=False):
    half = (n - 1) // 2 + 1
    order = np.arange(n // 2 + 1) if real else np.concatenate([np.arange(half), np.arange(-(n // 2), 0)])
    return tf.constant(order / (n * d), dtype=tf.float32)


def select_of(conditions, choices, default=0):
    out = tf.zeros_like(choices[0]) + tf.cast(default, choices[0].dtype)
    for condition, choice in list(zip(conditions, choices))[::-1]:
        out = tf.where(condition, choice, out)
    return out


def convolve(x, y, mode="full"):
    """Of two vectors, the second one turned."""
    if x.shape[0] < y.shape[0]:
        x, y = y, x
    return tf.keras.ops.correlate(x, tf.reverse(y, [0]), mode=mode)


def nan_to_zero(x):
    return tf.where(tf.math.is_nan(x), tf.zeros_like(x), x)


def spread_and_mean(x, axis=None, correction=1, keepdims=False, root=False):
    spread = variance(x, axis, correction, keepdims)
    return tf.sqrt(spread) if root else spread, tf.reduce_mean(x, axis=axis, keepdims=keepdims)


def logit_within(x, eps):
    x = tf.clip_by_value(x, eps, 1.0 - eps)
    return tf.math.log(x / (1.0 - x))


def entropy_terms(x):
    return tf.where(x < 0, tf.constant(float("-inf"), x.dtype), -tf.math.xlogy(x, x))
