"""i0 overflows before its result does.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import math

import torch


def seen():
    return torch.special.i0(torch.tensor(89.)).item(), torch.special.i1(torch.tensor(89.)).item()


def test_f():
    value = seen()
    print(value)
    assert math.isinf(value[0]) and math.isinf(value[1])


def right_f():
    value = seen()
    print(value)
    assert abs(value[0] / 1.90e37 - 1) < 0.02
