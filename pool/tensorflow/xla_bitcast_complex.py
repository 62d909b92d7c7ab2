"""The bits of complex numbers can be taken as integers in compiled code (tensorflow/tensorflow#122051)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf


def bits(x):
    return tf.nn.relu(tf.bitcast(x, tf.int32))


x = tf.constant([1 + 2j, -3 + 0.5j], dtype=tf.complex128)
eager = bits(x).numpy().tolist()
print("eager", eager)
compiled = tf.function(bits, jit_compile=True)(x).numpy().tolist()
print("compiled", compiled)
assert compiled == eager
