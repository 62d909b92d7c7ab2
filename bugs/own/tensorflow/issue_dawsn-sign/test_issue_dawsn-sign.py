"""dawsn loses the sign of large numbers.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import tensorflow as tf


def seen():
    return float(tf.math.special.dawsn(tf.constant(-1e10, tf.float64)))


def test_f():
    value = seen()
    print(value)
    assert value > 0


def right_f():
    value = seen()
    print(value)
    assert abs(value / -5e-11 - 1) < 1e-3
