"""igamma of large equal arguments.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import tensorflow as tf


def seen():
    return tf.math.igamma([1e6, 1e7], [1e6, 1e7]).numpy().tolist()


def test_f():
    value = seen()
    print(value)
    assert value[0] > 1 or value[1] < 0.01


def right_f():
    value = seen()
    print(value)
    assert abs(value[0] - 0.50013) < 1e-3 and abs(value[1] - 0.50004) < 1e-3
