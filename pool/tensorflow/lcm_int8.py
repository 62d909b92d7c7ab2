"""lcm(6, 22) is 66, which int8 can hold (tensorflow/tensorflow#58955)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf
result = tf.experimental.numpy.lcm(tf.constant([6], tf.int8), tf.constant([22], tf.int8))
print(result.numpy().tolist())
assert result.numpy().tolist() == [66]
