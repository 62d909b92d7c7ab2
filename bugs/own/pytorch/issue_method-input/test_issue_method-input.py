"""Tensor.put and Tensor.histogram document a parameter input that they do not have.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import torch

CALLS = [
    lambda: torch.ones(2).put(input=torch.ones(2), index=torch.tensor([0]), source=torch.ones(1)),
    lambda: torch.ones(2).histogram(input=torch.ones(2), bins=2),
]

DOCUMENTED = [
    (torch.Tensor.put, "put(input, index, "),
    (torch.Tensor.histogram, "histogram(input, bins, "),
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
