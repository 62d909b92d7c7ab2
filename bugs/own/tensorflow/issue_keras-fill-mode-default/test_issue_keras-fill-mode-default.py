"""RandomShear, RandomTranslation, RandomElasticTransform, elastic_transform: fill_mode is documented as constant.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import inspect
import re

import tensorflow as tf


def seen():
    return [(inspect.signature(f).parameters["fill_mode"].default, re.search(r"fill_mode:(?:.(?!\n    \w+:))*Defaults? to\s+`\"constant\"`", f.__doc__, re.S) is not None) for f in (tf.keras.layers.RandomShear, tf.keras.layers.RandomTranslation, tf.keras.layers.RandomElasticTransform, tf.keras.ops.image.elastic_transform)]


def test_f():
    value = seen()
    print(value)
    assert value == [("reflect", True)] * 4


def right_f():
    value = seen()
    print(value)
    assert all(default == "constant" or not said for default, said in value)
