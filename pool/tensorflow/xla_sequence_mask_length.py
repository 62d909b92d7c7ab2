"""A mask as long as the longest sequence compiles (tensorflow/tensorflow#122057)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf


def mask(lengths):
    return tf.sequence_mask(lengths, maxlen=tf.reduce_max(lengths), dtype=tf.float32)


lengths = tf.constant([1, 3, 2])
eager = mask(lengths).numpy().tolist()
print("eager", eager)
compiled = tf.function(mask, jit_compile=True)(lengths).numpy().tolist()
print("compiled", compiled)
assert compiled == eager
