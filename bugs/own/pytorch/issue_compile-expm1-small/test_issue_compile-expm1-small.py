"""compiled expm1 gives 0 for small numbers.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import torch


def seen():
    return torch.compile(torch.expm1)(torch.tensor([1e-10, 1e-5] * 8)).tolist()


def test_f():
    value = seen()
    print(value)
    assert value[0] == 0.0 and abs(value[1] - 1e-5) > 1e-8


def right_f():
    value = seen()
    print(value)
    assert abs(value[0] - 1e-10) < 1e-16 and abs(value[1] - 1.000005e-5) < 1e-11
