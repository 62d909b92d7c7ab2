"""A loss over masked steps is the mean over those that are not masked (tensorflow/tensorflow#34491)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf
x = tf.constant([[[1.0], [2.0], [0.0], [0.0]]])
y = tf.constant([[[3.0], [5.0], [7.0], [9.0]]])
model = tf.keras.Sequential([tf.keras.Input((4, 1)), tf.keras.layers.Masking(),
                             tf.keras.layers.Dense(1, kernel_initializer="ones")])
model.compile(loss="mse")
got = float(model.evaluate(x, y, verbose=0))
want = ((3.0 - 1.0) ** 2 + (5.0 - 2.0) ** 2) / 2
print(got, want)
assert abs(got - want) < 1e-5
