"""angle of NaN.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import math

import tensorflow as tf


def seen():
    return float(tf.math.angle([float('nan')])[0])


def test_f():
    value = seen()
    print(value)
    assert value == 0


def right_f():
    value = seen()
    print(value)
    assert math.isnan(value)
