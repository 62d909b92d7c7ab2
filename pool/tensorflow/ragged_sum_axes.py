"""A sum over several negative axes is that over the same axes counted from the front (tensorflow/tensorflow#27497)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf
values = tf.reshape(tf.range(120, dtype=tf.float32), (4, 5, 6))
ragged = tf.RaggedTensor.from_row_lengths(values, [1, 0, 3])
front = tf.reduce_sum(ragged, axis=(1, 2)).numpy()
back = tf.reduce_sum(ragged, axis=(-2, -3)).numpy()
print(front.shape, back.shape)
assert front.tolist() == back.tolist()
