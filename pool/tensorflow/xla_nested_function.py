"""A Keras model whose call is a tf.function gives the same inside an outer one that XLA compiles (tensorflow/tensorflow#118314)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(3, kernel_initializer="ones", bias_initializer="ones")

    @tf.function
    def call(self, x):
        return self.dense(x) * 2.0


model = Net()
x = tf.reshape(tf.range(8, dtype=tf.float32), (2, 4))
direct = model(x).numpy()
compiled = tf.function(lambda v: model(v), jit_compile=True)(x).numpy()
print(direct.tolist(), compiled.tolist())
assert abs(direct - compiled).max() <= 1e-5
