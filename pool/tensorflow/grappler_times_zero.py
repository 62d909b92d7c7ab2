"""Infinity times zero is NaN; folding x * 0 to 0 hides it (tensorflow/tensorflow#119428)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf

x = tf.constant([1.0, float("inf"), float("-inf"), float("nan")])
eager = tf.math.is_nan(x * 0.0).numpy().tolist()
graph = tf.function(lambda v: tf.math.is_nan(v * 0.0))(x).numpy().tolist()
print("eager", eager, "graph", graph)
assert eager == [False, True, True, True]
assert graph == eager
