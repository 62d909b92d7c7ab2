"""The absolute value of nan + inf j is infinite at every position, as hypot defines it (pytorch/pytorch#41246). The twin of that report's program."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf
x = tf.fill([300], tf.constant(complex(float("nan"), float("inf")), tf.complex64))
size = tf.abs(x)
infinite = int(tf.reduce_sum(tf.cast(tf.math.is_inf(size), tf.int32)))
print("infinite at", infinite, "of", size.shape[0])
assert infinite == size.shape[0]
