"""igamma of large equal arguments in float64.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import tensorflow as tf


def seen():
    return tf.math.igamma(tf.constant([1e6, 1e7], tf.float64), tf.constant([1e6, 1e7], tf.float64)).numpy().tolist()


def test_f():
    value = seen()
    print(value)
    assert abs(value[0] - 0.477) < 2e-3 and abs(value[1] - 0.237) < 2e-3


def right_f():
    value = seen()
    print(value)
    assert abs(value[0] - 0.50013) < 1e-4 and abs(value[1] - 0.50004) < 1e-4
