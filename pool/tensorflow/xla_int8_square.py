"""The magnitude of an int8 product that overflowed is positive, compiled as well (tensorflow/tensorflow#118178)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf


def magnitude(x):
    product = tf.multiply(x, x)
    return tf.where(product < 0, tf.abs(product), product)


x = tf.constant([12, 7, 20, 15, 11], dtype=tf.int8)
eager, compiled = magnitude(x).numpy().tolist(), tf.function(magnitude, jit_compile=True)(x).numpy().tolist()
print("eager", eager, "compiled", compiled)
assert compiled == eager
