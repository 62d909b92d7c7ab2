"""The few operators on strings and labels for which TensorFlow has its own. tf.strings uses RE2, as ONNX asks for."""
import numpy as np
import tensorflow as tf

from .common import OPS, scalar
from assay_worker import Unsupported


@OPS.define("StringConcat")
def string_concat(call, a, b):
    return tf.add(a, b)


@OPS.define("RegexFullMatch")
def regex_full_match(call, x):
    return tf.strings.regex_full_match(x, call.attr("pattern"))


@OPS.define("Binarizer", domain="ai.onnx.ml")
def binarizer(call, x):
    return tf.cast(x > scalar(call.attr("threshold", 0.0), x), x.dtype)


_LISTS = {"strings": object, "int64s": np.int64, "floats": np.float32}
_DEFAULTS = {"strings": ("default_string", "_Unused"), "int64s": ("default_int64", -1),
             "floats": ("default_float", -0.0)}


def _labels(call, what):
    """The keys or values, and the kind of list that holds them."""
    for kind, dtype in _LISTS.items():
        if call.attr(f"{what}_{kind}"):
            return np.array(call.attr(f"{what}_{kind}"), dtype), kind
    tensor = call.attr(f"{what}_tensor")
    if tensor is None:
        raise Unsupported(f"LabelEncoder without {what}")
    return tensor.reshape(-1), None


@OPS.define("LabelEncoder", domain="ai.onnx.ml")
def label_encoder(call, x):
    if call.opset < 2:
        raise Unsupported("LabelEncoder of ai.onnx.ml 1")
    keys, _ = _labels(call, "keys")
    values, kind = _labels(call, "values")
    other = call.attr("default_tensor")
    if other is None:
        if kind is None:
            kind = {"O": "strings", "i": "int64s", "f": "floats"}[values.dtype.kind]
        other = np.array(call.attr(*_DEFAULTS[kind]), values.dtype)
    hit = tf.equal(x[..., None], tf.constant(keys))
    if x.dtype.is_floating:
        hit = hit | (tf.math.is_nan(x)[..., None] & tf.constant(np.isnan(keys)))
    found = tf.gather(tf.constant(values), tf.argmax(tf.cast(hit, tf.int32), -1))
    return tf.where(tf.reduce_any(hit, -1), found, tf.constant(np.asarray(other).reshape(())))
