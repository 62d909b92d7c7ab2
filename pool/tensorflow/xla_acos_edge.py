"""acos is the same compiled, up to the ends of its domain (tensorflow/tensorflow#62280)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf

x = tf.constant([-1.0, -0.9999999, -0.5, 0.0, 1e-8, 0.5, 0.9999999, 1.0])
eager, compiled = tf.acos(x).numpy(), tf.function(tf.acos, jit_compile=True)(x).numpy()
print("eager", eager.tolist(), "compiled", compiled.tolist())
assert abs(eager - compiled).max() <= 1e-4
