"""Matrices whose inner sizes differ are not multiplied, compiled or not (tensorflow/tensorflow#117771)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf


class Scoring(tf.Module):
    def __init__(self):
        super().__init__()
        self.weight = tf.Variable([[0.1], [0.2], [0.3], [0.4], [0.5], [0.6]], shape=tf.TensorShape(None))

    def __call__(self, x):
        return tf.matmul(x, self.weight)


def outcome(function):
    try:
        return "value " + str(function(tf.constant([[2.0, 4.0, 6.0, 8.0]])).numpy().tolist())
    except Exception as error:
        return "refused: " + type(error).__name__


model = Scoring()
eager, compiled = outcome(model), outcome(tf.function(model.__call__, jit_compile=True))
print("eager", eager, "compiled", compiled)
assert eager.startswith("refused")
assert compiled.startswith("refused")
