"""The gradient of a product is the product of the others, also where one factor is 0 (pytorch/pytorch#773). The twin of that report's program."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf
x = tf.Variable([2.0, 0.0, 3.0])
with tf.GradientTape() as tape:
    y = tf.reduce_prod(x)
gradient = tape.gradient(y, x).numpy().tolist()
print(gradient)
assert gradient == [0.0, 6.0, 0.0]
