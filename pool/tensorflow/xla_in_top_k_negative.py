"""in_top_k treats a negative k alike in all modes (openxla/xla#49129)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf


def among(predictions):
    return tf.math.in_top_k(tf.constant([1]), predictions, -39)


def outcome(function):
    try:
        return "values " + str(function(tf.constant([[0.2, 0.5, 0.3]])).numpy().tolist())
    except Exception as error:
        return "refused: " + type(error).__name__


eager, compiled = outcome(among), outcome(tf.function(among, jit_compile=True))
print("eager", eager, "compiled", compiled)
assert eager.startswith("refused") == compiled.startswith("refused")
