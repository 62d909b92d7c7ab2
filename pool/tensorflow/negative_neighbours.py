"""A negative number of results is refused, not a crash (tensorflow/tensorflow#66765)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf
points = tf.zeros([4, 3])
try:
    result = tf.raw_ops.NearestNeighbors(points=points, centers=points, k=tf.constant(-5, tf.int64))
except (tf.errors.InvalidArgumentError, ValueError) as error:
    print("refused:", str(error).splitlines()[0][:90])
else:
    raise AssertionError(f"accepted: {result[0].shape}")
