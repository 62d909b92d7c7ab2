"""On CUDA a Fourier transform along an axis of a tensor without elements ends with an error of cuFFT.

`test_f` passes while the bug is there, `right_f` once it is mended. Needs a CUDA device.
"""
import torch


def seen():
    try:
        return list(torch.fft.fft(torch.zeros(1, 0, device="cuda"), dim=0).shape)
    except RuntimeError as error:
        return str(error)


def test_f():
    value = seen()
    print(value)
    assert "CUFFT_INVALID_SIZE" in value


def right_f():
    value = seen()
    print(value)
    assert value == [1, 0]
