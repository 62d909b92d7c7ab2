"""broadcast_to refuses shape, the name of its documentation.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import torch

DOCUMENTED = [
    (torch.broadcast_to, "broadcast_to(input, shape)"),
]


def documented():
    return all(text in " ".join(thing.__doc__.split()) for thing, text in DOCUMENTED)


def seen():
    """What it gives, or the error that it ends with."""
    try:
        torch.broadcast_to(input=torch.ones(3), shape=(2, 3))
        return 'fine'
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def test_f():
    value = seen()
    print(value)
    assert value.startswith("TypeError") and "size" in value and documented()


def right_f():
    value = seen()
    print(value)
    assert value == "fine" or not documented()
