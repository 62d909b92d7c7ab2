"""expint overflows before its result does.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import math

import tensorflow as tf


def seen():
    return float(tf.math.special.expint([89.])[0])


def test_f():
    value = seen()
    print(value)
    assert math.isinf(value)


def right_f():
    value = seen()
    print(value)
    assert abs(value / 5.10e36 - 1) < 0.02
