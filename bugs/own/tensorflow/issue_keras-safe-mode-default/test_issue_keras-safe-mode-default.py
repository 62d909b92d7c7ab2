"""deserialize_keras_object: safe_mode is documented as False.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import inspect

import tensorflow as tf


def seen():
    return inspect.signature(tf.keras.utils.deserialize_keras_object).parameters["safe_mode"].default, "safe_mode: Boolean, defaults to False" in tf.keras.utils.deserialize_keras_object.__doc__


def test_f():
    value = seen()
    print(value)
    assert value == (True, True)


def right_f():
    value = seen()
    print(value)
    assert value[0] is False or not value[1]
