"""Relu6 and Sigmoid in bfloat16 compiled by XLA stay within the rounding of the type (tensorflow/tensorflow#62252)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf


def activated(x):
    return tf.math.sigmoid(tf.nn.relu6(x))


x = tf.cast(tf.linspace(-4.0, 8.0, 97), tf.bfloat16)
eager = tf.cast(activated(x), tf.float32)
compiled = tf.cast(tf.function(activated, jit_compile=True)(x), tf.float32)
worst = float(tf.reduce_max(tf.abs(eager - compiled)))
print("largest difference", worst)
assert worst <= 2 * 2.0 ** -8  # two steps of bfloat16 below 1
