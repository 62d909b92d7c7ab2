"""floordiv with infinities.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import math

import tensorflow as tf


def seen():
    return tf.math.floordiv([-1.0, math.inf], [math.inf, 1.0]).numpy().tolist()


def test_f():
    value = seen()
    print(value)
    assert value[0] == 0 and value[1] == math.inf


def right_f():
    value = seen()
    print(value)
    assert value[0] == -1 and math.isnan(value[1])
