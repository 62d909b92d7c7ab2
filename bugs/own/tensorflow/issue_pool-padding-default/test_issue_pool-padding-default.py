"""nn.pool: padding is documented as SAME.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import tensorflow as tf


def seen():
    return tuple(tf.nn.pool(tf.ones((1, 4, 2)), [3], 'MAX').shape), 'Defaults to "SAME"' in ' '.join(tf.nn.pool.__doc__.split())


def test_f():
    value = seen()
    print(value)
    assert value == ((1, 2, 2), True)


def right_f():
    value = seen()
    print(value)
    assert value[0] == (1, 4, 2) or not value[1]
