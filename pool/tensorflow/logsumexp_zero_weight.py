"""The derivative of log(a + b) by b is 1 / (a + b), also at b = 0 (jax-ml/jax#22398). The twin of that report's program."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf
weights = tf.Variable([1.0, 0.0])
with tf.GradientTape() as tape:
    y = tf.math.log(tf.reduce_sum(weights * tf.exp(tf.zeros(2))))
gradient = tape.gradient(y, weights).numpy().tolist()
print(gradient)
assert gradient == [1.0, 1.0]
