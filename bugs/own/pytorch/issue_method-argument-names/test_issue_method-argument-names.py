"""Tensor.mul, fmod, bmm, take and further methods refuse the name that they document.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import torch

CALLS = [
    lambda: torch.ones(2).mul(value=2),
    lambda: torch.ones(2).div(value=2),
    lambda: torch.ones(2).fmod(divisor=2),
    lambda: torch.ones(1, 2, 2).bmm(batch2=torch.ones(1, 2, 2)),
    lambda: torch.ones(2).take(indices=torch.tensor([0])),
]

DOCUMENTED = [
    (torch.Tensor.mul, "mul(value)"),
    (torch.Tensor.div, "div(value, "),
    (torch.Tensor.fmod, "fmod(divisor)"),
    (torch.Tensor.bmm, "bmm(batch2)"),
    (torch.Tensor.take, "take(indices)"),
]


def documented():
    return all(text in " ".join(thing.__doc__.split()) for thing, text in DOCUMENTED)


def one(call):
    try:
        call()
        return "fine"
    except TypeError:
        return "TypeError"


def seen():
    return [one(call) for call in CALLS]


def test_f():
    value = seen()
    print(value)
    assert value == ["TypeError"] * len(CALLS) and documented()


def right_f():
    value = seen()
    print(value)
    assert value == ["fine"] * len(CALLS) or not documented()
