"""Tensor.mean, sum, prod, max, min, median, nanmedian: keepdim has a default only once dim is given.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import torch

DOCUMENTED = [
    (torch.Tensor.mean, "mean(dim=None, keepdim=False"),
    (torch.Tensor.max, "max(dim=None, keepdim=False"),
]


def documented():
    return all(text in " ".join(thing.__doc__.split()) for thing, text in DOCUMENTED)


def one(name):
    try:
        getattr(torch.ones(2), name)(keepdim=False)
        return "fine"
    except TypeError:
        return "TypeError"


def seen():
    return [one(name) for name in ("mean", "sum", "prod", "max", "min", "median", "nanmedian")]


def test_f():
    value = seen()
    print(value)
    assert value == ['TypeError'] * 7 and documented()


def right_f():
    value = seen()
    print(value)
    assert value == ['fine'] * 7 or not documented()
