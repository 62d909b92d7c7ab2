"""hardswish of -inf and of large numbers.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import math

import torch


def seen():
    return torch.nn.functional.hardswish(torch.tensor([float('-inf'), 1e38])).tolist()


def test_f():
    value = seen()
    print(value)
    assert math.isnan(value[0]) and math.isinf(value[1])


def right_f():
    value = seen()
    print(value)
    assert value[0] == 0 and abs(value[1] / 1e38 - 1) < 1e-3
