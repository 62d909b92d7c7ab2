"""ndtr loses the left tail.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import torch


def seen():
    return torch.special.ndtr(torch.tensor([-6.]))[0].item(), torch.special.ndtr(torch.tensor([-10.], dtype=torch.float64))[0].item()


def test_f():
    value = seen()
    print(value)
    assert value == (0, 0)


def right_f():
    value = seen()
    print(value)
    assert abs(value[0] / 9.866e-10 - 1) < 1e-2 and abs(value[1] / 7.62e-24 - 1) < 1e-2
