"""fft of an empty batch is refused.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import torch


def seen():
    """What it gives, or the error that it ends with."""
    try:
        return str(tuple(torch.fft.fft(torch.zeros(0, 5)).shape))
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def test_f():
    value = seen()
    print(value)
    assert "MKL FFT error" in value


def right_f():
    value = seen()
    print(value)
    assert value == "(0, 5)"
