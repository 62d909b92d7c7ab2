"""Tensor.reshape_as is documented by a method that tensors do not have.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import torch


def seen():
    return hasattr(torch.ones(2), 'sizes'), '.sizes()' in torch.Tensor.reshape_as.__doc__


def test_f():
    value = seen()
    print(value)
    assert value == (False, True)


def right_f():
    value = seen()
    print(value)
    assert value[0] or not value[1]
