"""batch_norm in training with no channel.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import torch
import torch.nn.functional as F


def seen():
    """What it gives, or the error that it ends with."""
    try:
        return str(tuple(F.batch_norm(torch.zeros(2, 0, 3), None, None, weight=torch.ones(0), bias=torch.ones(0), training=True).shape))
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def test_f():
    value = seen()
    print(value)
    assert "out of range" in value


def right_f():
    value = seen()
    print(value)
    assert value == "(2, 0, 3)"
