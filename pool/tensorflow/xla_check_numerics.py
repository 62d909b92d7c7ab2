"""check_numerics raises for NaN, compiled as well (tensorflow/tensorflow#118075)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf


def checked(x):
    return tf.debugging.check_numerics(x, "not a number")


def outcome(function):
    try:
        return "values " + str(function(tf.constant([7.5, -3.0, float("nan"), 1.25])).numpy().tolist())
    except Exception as error:
        return "refused: " + type(error).__name__


eager, compiled = outcome(checked), outcome(tf.function(checked, jit_compile=True))
print("eager", eager, "compiled", compiled)
assert eager.startswith("refused")
assert compiled.startswith("refused")
