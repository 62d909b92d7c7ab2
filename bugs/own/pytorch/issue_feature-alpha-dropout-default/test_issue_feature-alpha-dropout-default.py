"""feature_alpha_dropout: training is documented as True.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import inspect

import torch
import torch.nn.functional as F


def seen():
    return inspect.signature(F.feature_alpha_dropout).parameters['training'].default, 'Default: ``True``' in F.feature_alpha_dropout.__doc__


def test_f():
    value = seen()
    print(value)
    assert value == (False, True)


def right_f():
    value = seen()
    print(value)
    assert value[0] is True or not value[1]
