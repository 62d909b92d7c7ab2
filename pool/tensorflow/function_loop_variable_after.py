"""The variable of a loop has its last value after the loop, in a graph as well (tensorflow/tensorflow#26293)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf


def last():
    for i in tf.range(10):
        pass
    return i


eager, graph = int(last()), int(tf.function(last)())
print("eager", eager, "graph", graph)
assert graph == eager == 9
