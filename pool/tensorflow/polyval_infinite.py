"""polyval is documented as equal to numpy.polyval, also at infinity (tensorflow/tensorflow#111414)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf
import numpy as np

with np.errstate(invalid="ignore"):
    want = np.polyval([1.0, 1.0], np.inf)
got = float(tf.math.polyval([1.0, 1.0], tf.constant(np.inf)))
print("numpy", want, "got", got)
assert np.array_equal([want], [got], equal_nan=True)
