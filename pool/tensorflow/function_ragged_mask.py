"""ragged.boolean_mask in a function takes inputs of another length (tensorflow/tensorflow#33012)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf


@tf.function
def positive(rows):
    return tf.ragged.boolean_mask(rows, rows > 2.0)


results = [positive(tf.ragged.constant(rows)).to_list() for rows in ([[1.0, 2.0, 3.0], [4.0, 5.0]], [[1.0], [2.0, 3.0], [5.0]])]
print(results)
assert results == [[[3.0], [4.0, 5.0]], [[], [3.0], [5.0]]]
