"""Padding without widths is refused, not a crash (pytorch/pytorch#121093). The twin of that report's program."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf
try:
    result = tf.pad(tf.zeros([2]), tf.zeros([0, 2], tf.int32), mode="SYMMETRIC")
except (tf.errors.InvalidArgumentError, ValueError) as error:
    print("refused:", str(error).splitlines()[0][:90])
else:
    raise AssertionError(f"accepted: {result.shape}")
