"""On CUDA group_norm of 16 bits rounds scale and shift to 16 bits before it applies them.

`test_f` passes while the bug is there, `right_f` once it is mended. Needs a CUDA device.
"""
import torch


def seen():
    x = torch.tensor([0, -1.5], dtype=torch.float16, device="cuda").reshape(1, 2, 1, 1)
    w = torch.tensor([0, 1], dtype=torch.float16, device="cuda")
    return torch.nn.functional.group_norm(x, 1, w, w).flatten()[1].item()


def test_f():
    value = seen()
    print(value)
    assert value > 1e-4


def right_f():
    value = seen()
    print(value)
    assert abs(value - 8.9e-6) < 2e-6
