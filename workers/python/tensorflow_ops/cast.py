"""Cast and CastLike. TensorFlow's cast truncates towards zero and wraps integers, as ONNX does; it does not saturate
float8."""
import tensorflow as tf

from .common import LARGEST_FLOAT8, OPS, TINY_INTS, scalar, tf_type
from assay_worker import Unsupported


@OPS.define("Cast")
def cast(call, x):
    return convert(x, tf_type(call.attr("to")), call.attr("saturate", 1))


@OPS.define("CastLike")
def cast_like(call, x, target):
    return convert(x, target.dtype, call.attr("saturate", 1))


def convert(x, to, saturate=1):
    if x.dtype == to:
        return tf.identity(x)
    if x.dtype == tf.string:
        return _from_text(x, to)
    if to == tf.string:
        if x.dtype.is_integer:
            return tf.strings.as_string(x)
        raise Unsupported(f"Cast {x.dtype.name} to string: tf.strings.as_string has other digits")
    if x.dtype.name in TINY_INTS and not to.is_integer:
        return convert(tf.cast(x, tf.int32), to, saturate)
    if to.name in TINY_INTS and not x.dtype.is_integer:
        return tf.cast(tf.cast(x, tf.int32), to)
    if to.name.startswith("float8"):
        return _to_float8(x, to, saturate)
    if x.dtype.name.startswith("float8") and to not in (tf.float32, tf.float64):
        return tf.cast(tf.cast(x, tf.float32), to)  # exact on the way
    return tf.cast(x, to)


def _to_float8(x, to, saturate):
    if to.name not in LARGEST_FLOAT8:
        raise Unsupported(f"Cast to {to.name}: TensorFlow has no kernel")
    if x.dtype not in (tf.float32, tf.float16, tf.bfloat16):
        if x.dtype.is_floating and not x.dtype.name.startswith("float8"):
            raise Unsupported(f"Cast {x.dtype.name} to {to.name}")  # through float32 it would be rounded twice
        x = tf.cast(x, tf.float32)
    if saturate:
        most = scalar(LARGEST_FLOAT8[to.name], x)
        x = tf.where(x > most, most, tf.where(x < -most, -most, x))  # keeps NaN
    return tf.cast(x, to)


def _from_text(x, to):
    if to in (tf.float32, tf.float64, tf.int32, tf.int64):
        return tf.strings.to_number(x, to)
    raise Unsupported(f"Cast string to {to.name}: tf.strings.to_number has no such type")
