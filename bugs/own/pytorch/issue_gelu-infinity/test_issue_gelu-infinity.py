"""gelu of infinity among sixteen elements.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import math

import torch


def seen():
    return torch.nn.functional.gelu(torch.full((16,), float('inf')))[0].item()


def test_f():
    value = seen()
    print(value)
    assert math.isnan(value)


def right_f():
    value = seen()
    print(value)
    assert value == math.inf
