"""keras.ops.vdot leaves out the conjugate.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import numpy as np
import tensorflow as tf


def seen():
    return complex(tf.keras.ops.vdot(np.array([1+2j, 3+1j]), np.array([4-1j, 2+3j])))


def test_f():
    value = seen()
    print(value)
    assert value == 9+18j


def right_f():
    value = seen()
    print(value)
    assert value == 11-2j
