"""A tape around a loop over a dataset inside the function gives the gradient (tensorflow/tensorflow#41594)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf


def step(data, parameter):
    loss = tf.constant(0.0)
    with tf.GradientTape() as tape:
        for value in data:
            loss += parameter * value
    found = tape.gradient(loss, parameter)
    return tf.constant(-1.0) if found is None else found


data, parameter = tf.data.Dataset.from_tensor_slices([2.0, 3.0]), tf.Variable(1.0)
eager, graph = float(step(data, parameter)), float(tf.function(step)(data, parameter))
print("eager", eager, "graph", graph)
assert graph == eager == 5.0
