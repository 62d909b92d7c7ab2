"""polygamma at the pole -1 is finite.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import math

import torch


def seen():
    return torch.polygamma(1, torch.tensor([-1., 0.])).tolist()


def test_f():
    value = seen()
    print(value)
    assert 1e14 < value[0] < 1e17 and math.isinf(value[1])


def right_f():
    value = seen()
    print(value)
    assert math.isinf(value[0]) and math.isinf(value[1])
