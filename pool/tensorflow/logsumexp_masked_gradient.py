"""What is masked out of a logsumexp has the gradient 0 (jax-ml/jax#23842). The twin of that report's program."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf
x, mask = tf.Variable([0.0, 100.0]), tf.constant([True, False])
with tf.GradientTape() as tape:
    y = tf.reduce_logsumexp(tf.where(mask, x, float("-inf")))
gradient = tape.gradient(y, x).numpy().tolist()
print(gradient)
assert gradient == [1.0, 0.0]
