"""linalg.cond of a singular matrix raises nothing.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import torch

DOCUMENTED = [
    (torch.linalg.cond, "is not square or invertible"),
]


def documented():
    return all(text in " ".join(thing.__doc__.split()) for thing, text in DOCUMENTED)


def seen():
    """What it gives, or the error that it ends with."""
    try:
        return str(torch.linalg.cond(torch.zeros(2, 2), p='fro').item())
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def test_f():
    value = seen()
    print(value)
    assert value == 'inf' and documented()


def right_f():
    value = seen()
    print(value)
    assert value.startswith('RuntimeError') or not documented()
