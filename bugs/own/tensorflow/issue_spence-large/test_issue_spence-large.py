"""spence of the largest numbers.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import math

import tensorflow as tf


def seen():
    return float(tf.math.special.spence([3.4e38])[0])


def test_f():
    value = seen()
    print(value)
    assert math.isnan(value)


def right_f():
    value = seen()
    print(value)
    assert abs(value + 3937.5) < 1
