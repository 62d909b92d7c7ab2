"""Nested loops over a ragged tensor end in a graph as well (tensorflow/tensorflow#34297)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf


def total(rows):
    found = tf.constant(0.0)
    for i in tf.range(rows.nrows()):
        row = rows[i]
        for j in tf.range(tf.shape(row)[0]):
            for k in tf.range(j):
                found += row[j] * row[k]
    return found


rows = tf.ragged.constant([[1.0, 2.0, 3.0], [4.0], [5.0, 6.0]])
eager, graph = float(total(rows)), float(tf.function(total)(rows))
print("eager", eager, "graph", graph)
assert graph == eager
