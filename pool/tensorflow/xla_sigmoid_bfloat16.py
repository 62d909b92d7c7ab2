"""The sigmoid of bfloat16 values is compiled to within the rounding of the type (tensorflow/tensorflow#62206)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf

x = tf.cast(tf.linspace(-8.0, 8.0, 257), tf.bfloat16)
exact = tf.math.sigmoid(tf.cast(x, tf.float64))
compiled = tf.function(tf.math.sigmoid, jit_compile=True)(x)
error = tf.abs(tf.cast(compiled, tf.float64) - exact) / exact
print(compiled.dtype.name, "largest relative error", float(tf.reduce_max(error)))
assert compiled.dtype == tf.bfloat16
assert float(tf.reduce_max(error)) <= 2.0**-7  # two roundings to eight bits
