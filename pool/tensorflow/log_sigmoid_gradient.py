"""The derivative of log(sigmoid) at 0 is 1/2 (jax-ml/jax#2140). The twin of that report's program."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf
x = tf.Variable(0.0)
with tf.GradientTape() as tape:
    y = tf.math.log_sigmoid(x)
slope = float(tape.gradient(y, x))
print(slope)
assert slope == 0.5
