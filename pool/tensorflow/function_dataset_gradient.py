"""The gradient through a loop over a dataset is the same in a graph (tensorflow/tensorflow#38453)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf

dataset = tf.data.Dataset.from_tensor_slices([2.0, 3.0])


def product(x):
    for value in dataset:
        x = x * value
    return x


def gradient(function):
    x = tf.constant(1.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = function(x)
    found = tape.gradient(y, x)
    return None if found is None else float(found)


eager, graph = gradient(product), gradient(tf.function(product))
print("eager", eager, "graph", graph)
assert graph == eager
