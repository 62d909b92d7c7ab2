"""On CUDA hardswish of float64 multiplies by the float32 of 1/6.

`test_f` passes while the bug is there, `right_f` once it is mended. Needs a CUDA device.
"""
import torch


def seen():
    return torch.nn.functional.hardswish(torch.ones(1, dtype=torch.float64, device="cuda")).item()


def test_f():
    value = seen()
    print(value)
    assert 1e-9 < abs(value - 2 / 3) < 1e-7


def right_f():
    value = seen()
    print(value)
    assert abs(value - 2 / 3) < 1e-15
