"""A statement continued by a backslash is converted whole (tensorflow/tensorflow#35765)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf


@tf.function
def total(x):
    if tf.reduce_sum(x) > 0.0:
        y = x[0] + \
            x[1]
    else:
        y = x[0] - \
            x[1]
    return y


results = [float(total(tf.constant([2.0, 1.0]))), float(total(tf.constant([-2.0, 1.0])))]
print(results)
assert results == [3.0, -3.0]
