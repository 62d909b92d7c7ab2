"""The variance of equal values is zero, also under XLA (tensorflow/tensorflow#118179)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf

x = tf.constant([[7.5e10, 7.5e10, 7.5e10]])
_, eager = tf.nn.moments(x, axes=[1])
_, compiled = tf.function(lambda v: tf.nn.moments(v, axes=[1]), jit_compile=True)(x)
print("eager", eager.numpy().tolist(), "compiled", compiled.numpy().tolist())
assert eager.numpy().tolist() == [0.0]
assert compiled.numpy().tolist() == [0.0]
