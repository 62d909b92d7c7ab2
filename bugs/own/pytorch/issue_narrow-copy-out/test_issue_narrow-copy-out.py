"""narrow_copy writes outside of an out that is not contiguous.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import torch


def seen():
    base = torch.full((2, 2), 7.)
    torch.narrow_copy(torch.tensor([1., 2., 3., 4.]), 0, 2, 2, out=base[:, 0])
    return base.tolist()


def test_f():
    value = seen()
    print(value)
    assert value == [[3.0, 4.0], [7.0, 7.0]]


def right_f():
    value = seen()
    print(value)
    assert value == [[3.0, 7.0], [4.0, 7.0]]
