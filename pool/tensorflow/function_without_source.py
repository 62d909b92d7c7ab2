"""A function whose source text nobody has can still become a graph (tensorflow/tensorflow#24759)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf

space = {"tf": tf}
exec("def double(x):\n    return x + x\n", space)
result = tf.function(space["double"])(tf.constant([1.0, 2.0])).numpy().tolist()
print(result)
assert result == [2.0, 4.0]
