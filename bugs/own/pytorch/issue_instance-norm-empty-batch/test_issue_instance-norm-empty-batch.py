"""instance_norm with scale of an empty batch.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import torch
import torch.nn.functional as F


def seen():
    """What it gives, or the error that it ends with."""
    try:
        return str(tuple(F.instance_norm(torch.zeros(0, 2, 2, 3), weight=torch.ones(2), bias=torch.ones(2)).shape))
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def test_f():
    value = seen()
    print(value)
    assert "index 0 out of range" in value


def right_f():
    value = seen()
    print(value)
    assert value == "(0, 2, 2, 3)"
