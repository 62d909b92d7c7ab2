"""meshgrid raises nothing without keywords.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import tensorflow as tf


def seen():
    return len(tf.meshgrid([1, 2], [3, 4])), "When no keyword arguments (kwargs) are passed" in tf.meshgrid.__doc__


def test_f():
    value = seen()
    print(value)
    assert value == (2, True)


def right_f():
    value = seen()
    print(value)
    assert not value[1]
