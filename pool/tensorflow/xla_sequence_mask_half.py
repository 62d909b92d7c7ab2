"""A mask of lengths given in float16 compiles (tensorflow/tensorflow#122049)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf


def mask(lengths):
    return tf.sequence_mask(lengths, dtype=tf.uint8)


lengths = tf.constant([1.0, 3.0, 2.0], dtype=tf.float16)
eager = mask(lengths).numpy().tolist()
print("eager", eager)
compiled = tf.function(mask, jit_compile=True)(lengths).numpy().tolist()
print("compiled", compiled)
assert compiled == eager
