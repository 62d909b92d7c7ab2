"""The mean of many equal numbers is that number (tensorflow/tensorflow#33373)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf
x = tf.fill([12_000_000, 3], 3.0)
mean = tf.reduce_mean(x, axis=0).numpy().tolist()
print(mean)
assert all(abs(value - 3.0) < 3e-4 for value in mean)
