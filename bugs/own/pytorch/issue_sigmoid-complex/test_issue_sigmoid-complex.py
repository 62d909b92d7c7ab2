"""sigmoid of a complex number far on the left.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import cmath

import torch


def seen():
    return torch.sigmoid(torch.tensor([-100+1j]))[0].item()


def test_f():
    value = seen()
    print(value)
    assert cmath.isnan(value)


def right_f():
    value = seen()
    print(value)
    assert abs(value) < 1e-30
