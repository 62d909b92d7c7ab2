"""Running sums of int8 and int16 compile (tensorflow/tensorflow#60485)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf

for dtype in (tf.int16, tf.int8):
    x = tf.constant([0, 1, 2], dtype=dtype)
    compiled = tf.function(tf.math.cumsum, jit_compile=True)(x)
    print(compiled.dtype.name, compiled.numpy().tolist())
    assert compiled.numpy().tolist() == [0, 1, 3]
