"""A slice beyond the tensor that nobody uses fails in every mode or in none (tensorflow/tensorflow#117772)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf


def first(x):
    tf.slice(x, [0, 0, 0, 0], [-1, -1, 5, -1])  # the dimension has three elements
    return tf.slice(x, [0, 0, 1, 0], [-1, -1, 1, -1])


def outcome(function):
    try:
        return "shape " + str(function(tf.reshape(tf.range(12.0), (1, 2, 3, 2))).shape)
    except Exception as error:
        return "refused: " + type(error).__name__


graph, compiled = outcome(tf.function(first)), outcome(tf.function(first, jit_compile=True))
print("graph", graph, "compiled", compiled)
assert graph == compiled
