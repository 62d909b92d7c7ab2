"""The magnitude of complex128 values can be mapped in a function (tensorflow/tensorflow#43322)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf


def magnitudes(x):
    return tf.vectorized_map(tf.abs, x)


x = tf.constant([3 + 4j, 1 + 0j], dtype=tf.complex128)
graph = tf.function(magnitudes)(x)
print(graph.dtype.name, graph.numpy().tolist())
assert graph.dtype == tf.float64
assert graph.numpy().tolist() == [5.0, 1.0]
