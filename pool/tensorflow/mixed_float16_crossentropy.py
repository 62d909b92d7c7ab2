"""Training with mixed_float16, a sparse cross-entropy and XLA works (tensorflow/tensorflow#66374)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
tf.keras.mixed_precision.set_global_policy("mixed_float16")
model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(8, activation="relu"),
                             tf.keras.layers.Dense(3, activation="softmax", dtype="float32")])
model.compile(optimizer="sgd", loss="sparse_categorical_crossentropy", jit_compile=True)
x = tf.reshape(tf.range(32, dtype=tf.float32), (8, 4)) / 32.0
y = tf.constant([0, 1, 2, 0, 1, 2, 0, 1])
history = model.fit(x, y, epochs=2, verbose=0).history["loss"]
print("loss", history)
assert all(0 < value < 10 for value in history)
assert history[1] < history[0]
