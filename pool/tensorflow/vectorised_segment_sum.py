"""Sums by segment can be vectorised (tensorflow/tensorflow#42419)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf


def mapped(rows, segments):
    return tf.vectorized_map(lambda pair: tf.math.unsorted_segment_sum(pair[0], pair[1], 3), (rows, segments))


rows, segments = tf.constant([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), tf.constant([[0, 0, 2], [1, 2, 2]])
graph = tf.function(mapped)(rows, segments).numpy().tolist()
print(graph)
assert graph == [[3.0, 0.0, 3.0], [0.0, 4.0, 11.0]]
