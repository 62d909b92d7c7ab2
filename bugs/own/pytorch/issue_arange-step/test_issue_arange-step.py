"""arange: step needs start.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import torch


def seen():
    """What it gives, or the error that it ends with."""
    try:
        torch.arange(end=3, step=1)
        return 'fine'
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def test_f():
    value = seen()
    print(value)
    assert value.startswith("TypeError")


def right_f():
    value = seen()
    print(value)
    assert value == "fine"
