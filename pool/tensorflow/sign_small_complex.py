"""The sign of a small complex number has absolute value 1 at every position (tensorflow/tensorflow#50883)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf
z = tf.fill([9], tf.constant(1e-30 + 0j, tf.complex64))
result = tf.math.sign(z)
print(result.numpy()[[0, 8]].tolist())
size = tf.abs(result)
assert bool(tf.reduce_all(tf.abs(size - 1.0) < 1e-5)), size.numpy().tolist()
