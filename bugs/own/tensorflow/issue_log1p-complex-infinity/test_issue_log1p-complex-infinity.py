"""log1p of an infinite complex number.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import math

import tensorflow as tf


def seen():
    return complex(tf.math.log1p(tf.constant(complex(0, float('inf')), tf.complex128)))


def test_f():
    value = seen()
    print(value)
    assert math.isnan(value.real)


def right_f():
    value = seen()
    print(value)
    assert value.real == math.inf and abs(value.imag - math.pi / 2) < 1e-6
