"""Tensor.new_tensor refuses pin_memory.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import torch


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
    assert "pin_memory" in value


def right_f():
    value = seen()
    print(value)
    assert value == "fine"
