"""sign of a large complex number.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import tensorflow as tf


def seen():
    return complex(tf.math.sign(tf.constant(3e38+3e38j, tf.complex64)))


def test_f():
    value = seen()
    print(value)
    assert value == 0


def right_f():
    value = seen()
    print(value)
    assert abs(value - complex(0.7071, 0.7071)) < 1e-3
