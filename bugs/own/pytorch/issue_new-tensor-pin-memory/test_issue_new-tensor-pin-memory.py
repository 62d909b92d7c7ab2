"""Tensor.new_tensor refuses pin_memory.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import torch

DOCUMENTED = [
    (torch.Tensor.new_tensor, "pin_memory=False"),
]


def documented():
    return all(text in " ".join(thing.__doc__.split()) for thing, text in DOCUMENTED)


def seen():
    """What it gives, or the error that it ends with."""
    try:
        torch.ones(2).new_tensor([1.], pin_memory=False)
        return 'fine'
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def test_f():
    value = seen()
    print(value)
    assert "pin_memory" in value and documented()


def right_f():
    value = seen()
    print(value)
    assert value == "fine" or not documented()
