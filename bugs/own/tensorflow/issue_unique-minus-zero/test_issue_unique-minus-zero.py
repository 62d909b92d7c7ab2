"""unique of float16 and bfloat16 counts 0 and -0 as two values, of float32 as one.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import numpy as np
import tensorflow as tf


def seen():
    return len(tf.unique(np.array([0., -0., 1], np.float16)).y), len(tf.unique(np.array([0., -0., 1], np.float32)).y)


def test_f():
    value = seen()
    print(value)
    assert value == (3, 2)


def right_f():
    value = seen()
    print(value)
    assert value[0] == value[1]
