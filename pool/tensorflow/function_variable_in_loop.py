"""A variable whose element is assigned in both branches stays a variable in the next step (tensorflow/tensorflow#38555)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf


def toggle(a):
    for _ in range(3):
        if a[0] > 3.0:
            a = a[0].assign(1.0)
        else:
            a = a[0].assign(5.0)
    return tf.convert_to_tensor(a)


eager = toggle(tf.Variable([1.0, 2.0])).numpy().tolist()
print("eager", eager)
graph = tf.function(toggle)(tf.Variable([1.0, 2.0])).numpy().tolist()
print("graph", graph)
assert graph == eager
