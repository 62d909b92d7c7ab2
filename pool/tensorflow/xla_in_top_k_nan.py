"""in_top_k answers False for a target when predictions are not finite; XLA must do so, too (tensorflow/tensorflow#118376)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf

predictions = tf.constant([[0.5, float("nan"), 0.7, 0.6]])
targets = tf.constant([2])
eager = tf.math.in_top_k(targets, predictions, 1).numpy().tolist()
compiled = tf.function(lambda t, p: tf.math.in_top_k(t, p, 1), jit_compile=True)(targets, predictions).numpy().tolist()
print("eager", eager, "compiled", compiled)
assert eager == compiled
