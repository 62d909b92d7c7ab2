"""Equal elements have equal roots, wherever they stand (tensorflow/tensorflow#31408)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf
different = {}
for length in (1, 7, 100, 1003):
    for value in tf.sqrt(tf.fill([length], 2.0)).numpy().tolist():
        different.setdefault(value, length)
print(different)
assert list(different) == [1.4142135381698608]
