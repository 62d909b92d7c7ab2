"""fftfreq computes wrong numbers into an out that is not contiguous, and writes outside of it.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import torch


def seen():
    base = torch.zeros(4, 2)
    torch.fft.fftfreq(4, out=base[:, 0])
    return base.tolist()


def test_f():
    value = seen()
    print(value)
    assert value[3][0] == 0.75 or value[2][1] == -1.0


def right_f():
    value = seen()
    print(value)
    assert value == [[0.0, 0.0], [0.25, 0.0], [-0.5, 0.0], [-0.25, 0.0]]
