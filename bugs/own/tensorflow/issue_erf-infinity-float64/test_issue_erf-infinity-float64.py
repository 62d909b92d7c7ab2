"""erf of infinity in float64.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import math

import tensorflow as tf


def seen():
    return float(tf.math.erf(tf.constant(float('inf'), tf.float64)))


def test_f():
    value = seen()
    print(value)
    assert math.isnan(value)


def right_f():
    value = seen()
    print(value)
    assert value == 1
