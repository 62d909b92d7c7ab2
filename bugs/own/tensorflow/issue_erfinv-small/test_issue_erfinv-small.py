"""erfinv of small numbers.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import tensorflow as tf


def seen():
    return tf.math.erfinv([1e-8, 1e-6]).numpy().tolist()


def test_f():
    value = seen()
    print(value)
    assert value[0] == 0 and abs(value[1] / 8.862e-7 - 1) > 0.01


def right_f():
    value = seen()
    print(value)
    assert abs(value[0] / 8.862e-9 - 1) < 1e-3 and abs(value[1] / 8.862e-7 - 1) < 1e-3
