"""ConvTranspose1d, 2d, 3d refuse padding modes of their signature.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import torch


def seen():
    """What it gives, or the error that it ends with."""
    try:
        torch.nn.ConvTranspose1d(1, 1, 1, padding_mode='reflect')
        return 'fine'
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def test_f():
    value = seen()
    print(value)
    assert value.startswith("ValueError") and "zeros" in value


def right_f():
    value = seen()
    print(value)
    assert value == "fine"
