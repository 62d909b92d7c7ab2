"""A maximum over nothing but -inf still has an index inside the window (pytorch/pytorch#40131). The twin of that report's program."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf
x = tf.fill([1, 4, 4, 1], float("-inf"))
value, index = tf.nn.max_pool_with_argmax(x, 2, 2, "VALID")
print(value.numpy().ravel().tolist(), index.numpy().ravel().tolist())
assert bool(tf.reduce_all(tf.math.is_inf(value)))
assert bool(tf.reduce_all((index >= 0) & (index < 16)))
