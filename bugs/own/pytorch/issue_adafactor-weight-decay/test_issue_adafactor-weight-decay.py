"""Adafactor: weight_decay is documented as 1e-2.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import torch


def seen():
    return torch.optim.Adafactor([torch.nn.Parameter(torch.ones(1))]).defaults['weight_decay'], 'weight decay coefficient (default: 1e-2)' in torch.optim.Adafactor.__doc__


def test_f():
    value = seen()
    print(value)
    assert value == (0.0, True)


def right_f():
    value = seen()
    print(value)
    assert value[0] == 1e-2 or not value[1]
