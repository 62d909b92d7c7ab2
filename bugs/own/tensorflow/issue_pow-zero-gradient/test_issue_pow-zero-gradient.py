"""the gradient of a power of 0 at 0; open to argument.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import math

import tensorflow as tf


def gradient():
    x = tf.Variable(0.0)
    with tf.GradientTape() as tape:
        y = tf.pow(tf.tan(x), tf.constant(0.0))
    return float(tape.gradient(y, x))


def seen():
    return gradient()


def test_f():
    value = seen()
    print(value)
    assert math.isnan(value)


def right_f():
    value = seen()
    print(value)
    assert value == 0
