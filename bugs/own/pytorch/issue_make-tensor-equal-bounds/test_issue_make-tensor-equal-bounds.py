"""testing.make_tensor accepts low = high.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import torch

DOCUMENTED = [
    (torch.testing.make_tensor, "ValueError: If ``low >= high``"),
]


def documented():
    return all(text in " ".join(thing.__doc__.split()) for thing, text in DOCUMENTED)


def seen():
    """What it gives, or the error that it ends with."""
    try:
        return str(torch.testing.make_tensor(2, dtype=torch.float32, device='cpu', low=2, high=2).tolist())
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def test_f():
    value = seen()
    print(value)
    assert value == '[2.0, 2.0]' and documented()


def right_f():
    value = seen()
    print(value)
    assert value.startswith('ValueError') or not documented()
