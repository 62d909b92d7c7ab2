"""Random numbers from TensorFlow's stateless generator, so that the same model gives the same numbers. Only shape and
type are comparable with other frameworks."""
import tensorflow as tf

from .common import OPS, dims, tf_type


def _seed(call):
    return [int(call.attr("seed", 0)), len(call.node.name)]


def _drawn(call, shape, dtype):
    wide = dtype if dtype in (tf.float32, tf.float64, tf.float16, tf.bfloat16) else tf.float32
    if call.op.startswith("RandomNormal"):
        y = tf.random.stateless_normal(shape, _seed(call), call.attr("mean", 0.0), call.attr("scale", 1.0), wide)
    else:
        y = tf.random.stateless_uniform(shape, _seed(call), call.attr("low", 0.0), call.attr("high", 1.0), wide)
    return tf.cast(y, dtype)


@OPS.define("RandomNormal", "RandomUniform")
def random(call):
    return _drawn(call, call.attr("shape"), tf_type(call.attr("dtype", 1)))


@OPS.define("RandomNormalLike", "RandomUniformLike")
def random_like(call, x):
    return _drawn(call, dims(x), tf_type(call.attr("dtype")) if call.attr("dtype") else x.dtype)


@OPS.define("Bernoulli")
def bernoulli(call, x):
    dtype = tf_type(call.attr("dtype")) if call.attr("dtype") else x.dtype
    return tf.cast(tf.random.stateless_uniform(dims(x), _seed(call), dtype=tf.float32) < tf.cast(x, tf.float32), dtype)


@OPS.define("Multinomial")
def multinomial(call, x):
    return tf.random.stateless_categorical(x, call.attr("sample_size", 1), _seed(call), tf_type(call.attr("dtype", 6)))
