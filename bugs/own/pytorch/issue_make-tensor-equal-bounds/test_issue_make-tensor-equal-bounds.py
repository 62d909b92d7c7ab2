"""testing.make_tensor accepts low = high.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import torch


def seen():
    """What it gives, or the error that it ends with."""
    try:
        return str(torch.testing.make_tensor(2, dtype=torch.float32, device='cpu', low=2, high=2).tolist())
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def test_f():
    value = seen()
    print(value)
    assert value == '[2.0, 2.0]'


def right_f():
    value = seen()
    print(value)
    assert value.startswith('ValueError')
