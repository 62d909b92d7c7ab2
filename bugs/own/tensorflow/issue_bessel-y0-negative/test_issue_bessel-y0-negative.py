"""bessel_y0, y1, k0, k1 of negative numbers give the limit at 0.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import math

import tensorflow as tf


def seen():
    return float(tf.math.special.bessel_y0([-1.])[0]), float(tf.math.special.bessel_k0([-1.])[0])


def test_f():
    value = seen()
    print(value)
    assert value == (-math.inf, math.inf)


def right_f():
    value = seen()
    print(value)
    assert all(map(math.isnan, value))
