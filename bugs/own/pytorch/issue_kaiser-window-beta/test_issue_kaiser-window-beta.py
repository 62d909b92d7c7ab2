"""kaiser_window: beta needs periodic.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import torch

DOCUMENTED = [
    (torch.kaiser_window, "kaiser_window(window_length, periodic=True, beta=12.0"),
]


def documented():
    return all(text in " ".join(thing.__doc__.split()) for thing, text in DOCUMENTED)


def seen():
    """What it gives, or the error that it ends with."""
    try:
        torch.kaiser_window(4, beta=12.0)
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
