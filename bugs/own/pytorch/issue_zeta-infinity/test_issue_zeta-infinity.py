"""zeta with an infinite second argument.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import math

import torch


def seen():
    return torch.special.zeta(torch.tensor(2.), torch.tensor(float('inf'))).item()


def test_f():
    value = seen()
    print(value)
    assert math.isnan(value)


def right_f():
    value = seen()
    print(value)
    assert value == 0
