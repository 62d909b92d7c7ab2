"""Normalisations. TensorFlow has a kernel only for batches (FusedBatchNorm) and LRN; the others are its moments and
arithmetic."""
import tensorflow as tf

from .common import OPS, axis_of, channels_first, channels_last, dims, rank, scalar, tf_type


def _channelwise(v, n):
    """A vector over channels, shaped for [N, C, ..]."""
    return tf.reshape(v, [-1] + [1] * (n - 2))


@OPS.define("BatchNormalization")
def batch_normalization(call, x, scale, bias, mean, var):
    epsilon = call.attr("epsilon", 1e-5)
    training = call.attr("training_mode", 0) if call.opset >= 14 else call.opset < 7 and not call.attr("is_test", 0)
    n = rank(x)
    if training:
        return _train(call, x, scale, bias, mean, var, epsilon)
    if n == 4 and x.dtype in (tf.float32, tf.float16, tf.bfloat16):
        y = tf.raw_ops.FusedBatchNormV3(
            x=channels_last(x), scale=tf.cast(scale, tf.float32), offset=tf.cast(bias, tf.float32),
            mean=tf.cast(mean, tf.float32), variance=tf.cast(var, tf.float32), epsilon=epsilon, is_training=False)[0]
        return channels_first(y)
    if n == 1:  # [N]: one channel
        n = 2
    parts = [_channelwise(v, n) for v in (mean, var, bias, scale)]
    if mean.dtype != x.dtype:
        parts = [tf.cast(p, mean.dtype) for p in parts]
        return tf.cast(tf.nn.batch_normalization(tf.cast(x, mean.dtype), *parts, epsilon), x.dtype)
    return tf.nn.batch_normalization(x, *parts, epsilon)


def _train(call, x, scale, bias, mean, var, epsilon):
    n = rank(x)
    now_mean, now_var = tf.nn.moments(x, [0, *range(2, n)])
    parts = [tf.cast(_channelwise(v, n), x.dtype) for v in (now_mean, now_var, bias, scale)]
    y = tf.nn.batch_normalization(x, *parts, epsilon)
    momentum = call.attr("momentum", 0.9)
    running = [old * scalar(momentum, old) + tf.cast(new, old.dtype) * scalar(1 - momentum, old)
               for old, new in ((mean, now_mean), (var, now_var))]
    if call.opset < 14:  # mean, var, saved_mean, saved_var
        return y, running[0], running[1], now_mean, now_var
    return y, *running


@OPS.define("InstanceNormalization")
def instance_normalization(call, x, scale, bias):
    n = rank(x)
    mean, var = tf.nn.moments(x, list(range(2, n)), keepdims=True)
    bias, scale = _channelwise(bias, n), _channelwise(scale, n)
    return tf.nn.batch_normalization(x, mean, var, bias, scale, call.attr("epsilon", 1e-5))


@OPS.define("GroupNormalization")
def group_normalization(call, x, scale, bias):
    shape = dims(x)
    groups = call.attr("num_groups")
    stash = tf_type(call.attr("stash_type", 1)) if call.opset >= 21 else x.dtype
    y = tf.reshape(tf.cast(x, stash), [shape[0], groups, -1])
    mean, var = tf.nn.moments(y, [2], keepdims=True)
    y = tf.cast(tf.nn.batch_normalization(y, mean, var, None, None, call.attr("epsilon", 1e-5)), x.dtype)
    if call.opset < 21:  # one scale for each group
        return tf.reshape(y * scale[None, :, None] + bias[None, :, None], shape)
    return tf.reshape(y, shape) * _channelwise(scale, len(shape)) + _channelwise(bias, len(shape))


@OPS.define("LayerNormalization")
def layer_normalization(call, x, scale, bias=None):
    axes = list(range(axis_of(call.attr("axis", -1), rank(x)), rank(x)))
    stash = tf_type(call.attr("stash_type", 1))
    wide = x if x.dtype == tf.float64 else tf.cast(x, stash)
    mean, var = tf.nn.moments(wide, axes, keepdims=True)
    inverse = tf.math.rsqrt(var + scalar(call.attr("epsilon", 1e-5), var))
    y = tf.cast((wide - mean) * inverse, x.dtype) * scale
    return (y if bias is None else y + bias), tf.cast(mean, stash), tf.cast(inverse, stash)


@OPS.define("RMSNormalization")
def rms_normalization(call, x, scale):
    axes = list(range(axis_of(call.attr("axis", -1), rank(x)), rank(x)))
    wide = x if x.dtype == tf.float64 else tf.cast(x, tf_type(call.attr("stash_type", 1)))
    square = tf.reduce_mean(tf.square(wide), axes, keepdims=True)
    y = wide * tf.math.rsqrt(square + scalar(call.attr("epsilon", 1e-5), wide))
    return tf.cast(y, x.dtype) * scale


@OPS.define("LpNormalization")
def lp_normalization(call, x):
    axis = axis_of(call.attr("axis", -1), rank(x))
    if call.attr("p", 2) == 1:
        norm = tf.reduce_sum(tf.abs(x), axis, keepdims=True)
    else:
        norm = tf.sqrt(tf.reduce_sum(tf.square(x), axis, keepdims=True))
    return tf.math.divide_no_nan(x, norm)  # a norm of zero gives zeros


@OPS.define("LRN")
def lrn(call, x):
    size = call.attr("size")
    alpha, beta, bias = call.attr("alpha", 1e-4), call.attr("beta", 0.75), call.attr("bias", 1.0)
    if rank(x) == 4 and size % 2 and x.dtype in (tf.float32, tf.float16, tf.bfloat16):
        y = tf.nn.local_response_normalization(channels_last(x), depth_radius=size // 2, bias=bias, alpha=alpha / size,
                                               beta=beta)
        return channels_first(y)
    before = (size - 1) // 2
    squares = tf.pad(tf.square(x), [(0, 0), (before, size - 1 - before)] + [(0, 0)] * (rank(x) - 2))
    channels = dims(x)[1]
    total = sum((squares[:, i:i + channels] for i in range(1, size)), squares[:, :channels])
    return x / tf.pow(scalar(bias, x) + scalar(alpha / size, x) * total, scalar(beta, x))
