"""(1 - x) + epsilon may not become (1 + epsilon) - x: epsilon is lost in float32 (tensorflow/tensorflow#52045)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf

EPSILON = 1e-9


def distance(x):
    return (1.0 - x) + EPSILON


x = tf.constant([1.0])
eager, graph = distance(x).numpy().tolist(), tf.function(distance)(x).numpy().tolist()
print("eager", eager, "graph", graph)
assert eager[0] > 0
assert graph[0] > 0
