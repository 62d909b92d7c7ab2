"""A method that reads an attribute of its object sees that it was changed (tensorflow/tensorflow#44980)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf


class Network:
    def __init__(self):
        self.weights = tf.zeros((4, 5))

    @tf.function
    def shape(self):
        return tf.shape(self.weights)


network = Network()
before = network.shape().numpy().tolist()
network.weights = tf.zeros((2, 3))
after = network.shape().numpy().tolist()
print("before", before, "after", after)
assert after == [2, 3]
