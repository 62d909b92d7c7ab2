"""bincount refuses negative values; compiled code must refuse them as well (tensorflow/tensorflow#117960)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf


def count(x):
    return tf.math.bincount(x, minlength=3, maxlength=3, dtype=tf.int32)


def outcome(function):
    try:
        return "values " + str(function(tf.constant([0, -1, 2])).numpy().tolist())
    except Exception as error:
        return "refused: " + type(error).__name__


eager, compiled = outcome(count), outcome(tf.function(count, jit_compile=True))
print("eager", eager, "compiled", compiled)
assert eager.startswith("refused")
assert compiled.startswith("refused")
