"""A compiled function can call back into Python (tensorflow/tensorflow#51493)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf


def error(x):
    squared = tf.py_function(lambda a: tf.square(1.0 - a), [x], tf.float32)
    return tf.reduce_mean(squared)


x = tf.constant([0.0, 3.0])
eager = float(error(x))
print("eager", eager)
compiled = float(tf.function(error, jit_compile=True)(x))
print("compiled", compiled)
assert compiled == eager
