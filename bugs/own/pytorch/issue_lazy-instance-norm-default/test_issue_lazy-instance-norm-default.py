"""LazyInstanceNorm: affine and track_running_stats are documented as False.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import torch


def seen():
    return [(kind().affine, kind().track_running_stats, kind.__doc__.count('Default: ``False``')) for kind in (torch.nn.LazyInstanceNorm1d, torch.nn.LazyInstanceNorm2d, torch.nn.LazyInstanceNorm3d)]


def test_f():
    value = seen()
    print(value)
    assert value == [(True, True, 2)] * 3


def right_f():
    value = seen()
    print(value)
    assert all(not (a and b) or count < 2 for a, b, count in value)
