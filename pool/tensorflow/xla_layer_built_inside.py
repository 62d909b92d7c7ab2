"""A layer that is built inside the compiled call computes with its own weights (tensorflow/tensorflow#125391)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf


class Lazy(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(4, activation="tanh")

    @tf.function(jit_compile=True)
    def call(self, x):
        return self.dense(x)


tf.keras.utils.set_random_seed(0)
model, x = Lazy(), tf.constant([[1.0, -2.0, 3.0]])
compiled = model(x).numpy()
eager = model.dense(x).numpy()
print("eager", eager.tolist(), "compiled", compiled.tolist())
assert abs(eager - compiled).max() <= 1e-5
