"""The optimiser may not take two reciprocals for nothing: they round twice (tensorflow/tensorflow#119429)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf


def twice(x):
    return tf.math.reciprocal(tf.math.reciprocal(x))


x = tf.constant([float(v) for v in range(1, 100)])
eager, graph = twice(x), tf.function(twice)(x)
print("eager differs from x at", int(tf.reduce_sum(tf.cast(eager != x, tf.int32))), "places,",
      "graph at", int(tf.reduce_sum(tf.cast(graph != x, tf.int32))))
assert bool(tf.reduce_all(eager == graph))
