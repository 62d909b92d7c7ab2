"""heaviside of NaN.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import math

import torch


def seen():
    return torch.heaviside(torch.tensor(float('nan')), torch.tensor(0.5)).item()


def test_f():
    value = seen()
    print(value)
    assert value == 0


def right_f():
    value = seen()
    print(value)
    assert math.isnan(value)
