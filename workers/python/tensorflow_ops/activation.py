"""Activations, natively where TensorFlow's operator means exactly ONNX's."""
import tensorflow as tf

from .common import OPS, axis_of, dims, product, rank, scalar

# ONNX's defaults of Selu, as float32; TensorFlow has the same numbers as doubles inside its kernel.
SELU = (1.67326319217681884765625, 1.05070102214813232421875)
NARROW = (tf.float32, tf.float16, tf.bfloat16)

for _name, _function in {"Relu": tf.nn.relu, "Softplus": tf.math.softplus, "Softsign": tf.nn.softsign}.items():
    OPS.define(_name)(lambda call, x, f=_function: f(x))


@OPS.define("LeakyRelu")
def leaky_relu(call, x):
    return tf.nn.leaky_relu(x, alpha=call.attr("alpha", 0.01))


@OPS.define("PRelu")
def prelu(call, x, slope):
    if call.opset < 7 and rank(slope) == 1 and rank(x) > 2 and dims(slope)[0] != 1:  # one slope for each channel
        slope = tf.reshape(slope, dims(slope) + [1] * (rank(x) - 2))
    return tf.where(x < scalar(0, x), x * slope, x)


@OPS.define("ThresholdedRelu")
def thresholded_relu(call, x):
    return tf.where(x > scalar(call.attr("alpha", 1.0), x), x, scalar(0, x))


def _expm1_below(x, alpha=None):
    """expm1(x / alpha), to be taken where x <= 0. Elsewhere it must not overflow: the derivative of what tf.where leaves out is
    multiplied by zero, and infinity would make it NaN. Of two equal arguments tf.minimum differentiates the first."""
    low = tf.minimum(x, scalar(0, x))
    return tf.math.expm1(low if alpha is None else low / alpha)


@OPS.define("Elu")
def elu(call, x):
    alpha = call.attr("alpha", 1.0)
    if alpha == 1:
        return tf.nn.elu(x)
    return tf.where(x < scalar(0, x), scalar(alpha, x) * _expm1_below(x), x)


@OPS.define("Selu")
def selu(call, x):
    alpha, gamma = call.attr("alpha", SELU[0]), call.attr("gamma", SELU[1])
    if (alpha, gamma) == SELU and x.dtype in NARROW:
        return tf.nn.selu(x)
    zero = scalar(0, x)
    return scalar(gamma, x) * tf.where(x > zero, x, scalar(alpha, x) * _expm1_below(x))


@OPS.define("Celu")
def celu(call, x):
    alpha, zero = scalar(call.attr("alpha", 1.0), x), scalar(0, x)
    # Not as a maximum and a minimum: both are at a kink where x is zero, and the function is not.
    return tf.where(x > zero, x, alpha * _expm1_below(x, alpha))


@OPS.define("HardSigmoid")
def hard_sigmoid(call, x):
    y = scalar(call.attr("alpha", 0.2), x) * x + scalar(call.attr("beta", 0.5), x)
    return tf.maximum(scalar(0, x), tf.minimum(scalar(1, x), y))


@OPS.define("HardSwish")
def hard_swish(call, x):
    return x * (tf.nn.relu6(x + scalar(3, x)) / scalar(6, x))


@OPS.define("Mish")
def mish(call, x):
    return x * tf.math.tanh(tf.math.softplus(x))


@OPS.define("Gelu")
def gelu(call, x):
    return tf.nn.gelu(x, approximate=call.attr("approximate", "none") == "tanh")


@OPS.define("Swish")
def swish(call, x):
    alpha = call.attr("alpha", 1.0)
    return tf.nn.silu(x) if alpha == 1 else x * tf.math.sigmoid(scalar(alpha, x) * x)


@OPS.define("Shrink")
def shrink(call, x):
    bias, lambd = call.attr("bias", 0.0), call.attr("lambd", 0.5)
    if x.dtype.is_integer:  # thresholds and results are fractions
        y = tf.cast(x, tf.float64)
        return tf.cast(_shrink(y, bias, lambd), x.dtype)
    return _shrink(x, bias, lambd)


def _shrink(x, bias, lambd):
    bias = scalar(bias, x)
    return tf.where(x < scalar(-lambd, x), x + bias, tf.where(x > scalar(lambd, x), x - bias, scalar(0, x)))


@OPS.define("Clip")
def clip(call, x, low=None, high=None):
    if call.opset < 11:
        low, high = (None if v is None else scalar(v, x) for v in (call.attr("min"), call.attr("max")))
    # In this order `high` wins where low > high, as ONNX says; tf.clip_by_value has it the other way round.
    if low is not None:
        x = tf.maximum(x, low)
    return tf.minimum(x, high) if high is not None else tf.identity(x)


def _rows(call, x, function):
    """Before opset 13 everything from `axis` on is one row; later only that axis."""
    if call.opset >= 13:
        return function(x, axis_of(call.attr("axis", -1), rank(x)))
    shape = dims(x)
    axis = axis_of(call.attr("axis", 1), rank(x))
    return tf.reshape(function(tf.reshape(x, [product(shape[:axis]), product(shape[axis:])]), 1), shape)


@OPS.define("Softmax")
def softmax(call, x):
    return _rows(call, x, lambda rows, axis: tf.nn.softmax(rows, axis=axis))


@OPS.define("LogSoftmax")
def log_softmax(call, x):
    return _rows(call, x, lambda rows, axis: tf.nn.log_softmax(rows, axis=axis))


@OPS.define("Hardmax")
def hardmax(call, x):
    def one(rows, axis):
        if dims(rows)[axis] == 0:
            return rows  # argmax refuses an empty axis; there is nothing to mark either
        return tf.one_hot(tf.math.argmax(rows, axis=axis), dims(rows)[axis], axis=axis, dtype=rows.dtype)

    return _rows(call, x, one)


@OPS.define("Dropout")
def dropout(call, x, ratio=None, training=None):
    active = call.opset >= 12 and training is not None and bool(call.static(2).reshape(-1)[0])
    rate = 0.5 if ratio is None or not active else float(call.static(1).reshape(-1)[0])
    if call.opset < 7 and not call.attr("is_test", 0):
        active, rate = True, call.attr("ratio", 0.5)
    if not active or rate == 0:
        return tf.identity(x), tf.ones(x.shape, tf.bool)
    keep = tf.random.stateless_uniform(x.shape, seed=[call.attr("seed", 0), 1]) >= rate
    return tf.where(keep, x * scalar(1 / (1 - rate), x), scalar(0, x)), keep
