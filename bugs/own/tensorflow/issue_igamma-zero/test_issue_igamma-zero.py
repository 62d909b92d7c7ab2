"""igamma with a first argument of 0.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import math

import tensorflow as tf


def seen():
    return float(tf.math.igamma(0.0, 1.0))


def test_f():
    value = seen()
    print(value)
    assert math.isnan(value)


def right_f():
    value = seen()
    print(value)
    assert value == 1
