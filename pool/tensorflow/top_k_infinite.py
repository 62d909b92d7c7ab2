"""The smallest of infinities and one number is the number (pytorch/pytorch#16762). The twin of that report's program."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf
x = tf.tensor_scatter_nd_update(tf.fill([10], float("inf")), [[3]], [3.0])
value, index = tf.math.top_k(-x, k=1)
print(-float(value[0]), int(index[0]))
assert float(value[0]) == -3.0 and int(index[0]) == 3
