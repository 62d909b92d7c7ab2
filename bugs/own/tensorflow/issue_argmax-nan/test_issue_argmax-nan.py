"""argmax passes NaN over, although reduce_max gives it.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import math

import tensorflow as tf


def seen():
    return int(tf.math.argmax([1.0, math.nan, 2.0])), math.isnan(tf.reduce_max([1.0, math.nan, 2.0]))


def test_f():
    value = seen()
    print(value)
    assert value == (2, True)


def right_f():
    value = seen()
    print(value)
    assert value[0] == 1
