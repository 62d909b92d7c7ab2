"""A range of float16 numbers compiles (tensorflow/tensorflow#113143)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf


def scaled(x):
    return tf.range(0, 4, dtype=tf.float16) * x


x = tf.constant(2.0, dtype=tf.float16)
eager = scaled(x).numpy().tolist()
print("eager", eager)
compiled = tf.function(scaled, jit_compile=True)(x).numpy().tolist()
print("compiled", compiled)
assert compiled == eager
