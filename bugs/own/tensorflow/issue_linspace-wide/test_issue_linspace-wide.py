"""linspace over more than the largest number.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import math

import tensorflow as tf


def seen():
    return tf.linspace(-3e38, 3e38, 5).numpy().tolist()


def test_f():
    value = seen()
    print(value)
    assert not all(map(math.isfinite, value))


def right_f():
    value = seen()
    print(value)
    assert all(abs(a - b) < 1e34 for a, b in zip(value, (-3e38, -1.5e38, 0, 1.5e38, 3e38)))
