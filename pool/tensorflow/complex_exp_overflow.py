"""exp of a real number in complex form has the imaginary part 0, also where it overflows (pytorch/pytorch#173796). The twin of that report's program."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf
result = tf.exp(tf.constant([100 + 0j], dtype=tf.complex64))
print(result.numpy())
assert bool(tf.reduce_all(tf.math.is_inf(tf.math.real(result))))
assert bool(tf.reduce_all(tf.math.imag(result) == 0))
