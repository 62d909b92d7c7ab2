"""bessel_i0 overflows before its result does.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import math

import tensorflow as tf


def seen():
    return float(tf.math.special.bessel_i0([89.])[0]), float(tf.math.special.bessel_i1([89.])[0])


def test_f():
    value = seen()
    print(value)
    assert math.isinf(value[0]) and math.isinf(value[1])


def right_f():
    value = seen()
    print(value)
    assert abs(value[0] / 1.90e37 - 1) < 0.02
