"""A branch that is not taken may speak of an attribute that is not there (tensorflow/tensorflow#26189)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf


class Scaling(tf.Module):
    def __init__(self, use_bias):
        super().__init__()
        self.use_bias = use_bias
        self.weight = tf.Variable(2.0)
        if use_bias:
            self.bias = tf.Variable(1.0)

    @tf.function
    def __call__(self, x):
        y = x * self.weight
        if self.use_bias:
            y = y + self.bias
        return y


results = [float(Scaling(bias)(tf.constant(3.0))) for bias in (True, False)]
print(results)
assert results == [7.0, 6.0]
