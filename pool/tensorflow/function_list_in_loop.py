"""A Python list filled in a loop over a tensor can be used after it (tensorflow/tensorflow#29504)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf


def total(count):
    digits = []
    for i in tf.range(count):
        digits.append(i)
    return tf.add_n(digits)


eager = int(total(5))
print("eager", eager)
graph = int(tf.function(total)(5))
print("graph", graph)
assert graph == eager == 10
