"""gelu in float64 is right to 5e-9 only.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import tensorflow as tf


def seen():
    return float(tf.nn.gelu(tf.constant(-0.3, tf.float64)))


def test_f():
    value = seen()
    print(value)
    assert 1e-12 < abs(value + 0.1146265733433142) < 1e-8


def right_f():
    value = seen()
    print(value)
    assert abs(value + 0.1146265733433142) < 1e-14
