"""A layer whose call is a tf.function trains under XLA (tensorflow/tensorflow#58135)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf


class Choosing(tf.keras.layers.Layer):
    @tf.function
    def call(self, options, logits):
        return tf.linalg.matmul(tf.nn.softmax(logits, axis=2), options)


tf.keras.utils.set_random_seed(0)
options, logits = tf.keras.Input((10, 3)), tf.keras.Input((5, 10))
chosen = tf.keras.layers.Flatten()(Choosing()(options, logits))
model = tf.keras.Model([options, logits], tf.keras.layers.Dense(1)(chosen))
model.compile(optimizer="sgd", loss="mse", jit_compile=True)
x = [tf.ones((4, 10, 3)), tf.ones((4, 5, 10))]
loss = model.fit(x, tf.ones((4, 1)), epochs=1, verbose=0).history["loss"]
print("loss", loss)
assert loss[0] >= 0
