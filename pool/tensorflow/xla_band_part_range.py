"""band_part refuses a band wider than the matrix; compiled code must refuse it as well (tensorflow/tensorflow#110316)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf


def band(x):
    return tf.linalg.band_part(x, 6, 6)


def outcome(function):
    try:
        return "values " + str(function(tf.fill([2, 2], 17)).numpy().tolist())
    except Exception as error:
        return "refused: " + type(error).__name__


eager, compiled = outcome(band), outcome(tf.function(band, jit_compile=True))
print("eager", eager, "compiled", compiled)
assert eager.startswith("refused") == compiled.startswith("refused")
