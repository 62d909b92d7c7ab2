"""left_shift by 32 of int32 is one by 31.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import tensorflow as tf


def seen():
    return int(tf.bitwise.left_shift(tf.constant(1, tf.int32), tf.constant(32, tf.int32)))


def test_f():
    value = seen()
    print(value)
    assert value == -2147483648


def right_f():
    value = seen()
    print(value)
    assert value == 0
