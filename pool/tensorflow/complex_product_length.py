"""A product of complex numbers does not depend on how many there are (tensorflow/tensorflow#98408)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf
results = set()
for length in (1, 2, 5):
    a = tf.fill([length], tf.constant(complex(float("inf"), float("inf")), tf.complex128))
    b = tf.fill([length], tf.constant(complex(1, float("nan")), tf.complex128))
    results |= {str(value) for value in tf.math.multiply(a, b).numpy().tolist()}
print(sorted(results))
assert len(results) == 1
