"""arange: step needs start.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import torch

DOCUMENTED = [
    (torch.arange, "arange(start=0, end, step=1"),
]


def documented():
    return all(text in " ".join(thing.__doc__.split()) for thing, text in DOCUMENTED)


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
    assert value.startswith("TypeError") and documented()


def right_f():
    value = seen()
    print(value)
    assert value == "fine" or not documented()
