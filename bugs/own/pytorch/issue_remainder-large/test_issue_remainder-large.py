"""remainder of large numbers among sixteen elements.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import math

import torch


def seen():
    return torch.remainder(torch.full((16,), 3.4e38), torch.full((16,), 0.5))[0].item()


def test_f():
    value = seen()
    print(value)
    assert math.isnan(value)


def right_f():
    value = seen()
    print(value)
    assert value == 0
