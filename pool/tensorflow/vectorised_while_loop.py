"""A loop whose length differs by element can be vectorised (tensorflow/tensorflow#46559)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf


def doubled(count):
    return tf.while_loop(lambda i, y: i < count, lambda i, y: (i + 1, y * 2.0), [0, tf.constant(1.0)])[1]


def mapped(counts):
    return tf.vectorized_map(doubled, counts)


graph = tf.function(mapped)(tf.constant([0, 1, 3])).numpy().tolist()
print(graph)
assert graph == [1.0, 2.0, 8.0]
