"""ScatterNdAdd, Sub, Max, Min: the text on use_locking contradicts itself.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import inspect

import tensorflow as tf


def seen():
    return [(inspect.signature(f).parameters["use_locking"].default, "Defaults to `False`" in f.__doc__ and "Defaults to True" in f.__doc__) for f in (tf.raw_ops.ScatterNdAdd, tf.raw_ops.ScatterNdSub, tf.raw_ops.ScatterNdMax, tf.raw_ops.ScatterNdMin)]


def test_f():
    value = seen()
    print(value)
    assert value == [(False, True)] * 4


def right_f():
    value = seen()
    print(value)
    assert not any(both for _, both in value)
