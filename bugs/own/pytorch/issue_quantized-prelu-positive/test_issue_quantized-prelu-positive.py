"""Quantised PReLU multiplies positive numbers by its slope, too.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import torch


def seen():
    x = torch.quantize_per_tensor(torch.tensor([[2.0]]), 0.05, 128, torch.quint8)
    slope = torch.quantize_per_tensor(torch.tensor([0.25]), 0.25 / 255, 0, torch.quint8)
    return torch.ops.quantized.prelu(x, slope, 0.05, 128).dequantize().item()


def test_f():
    value = seen()
    print(value)
    assert abs(value - 0.5) < 0.1


def right_f():
    value = seen()
    print(value)
    assert abs(value - 2.0) < 0.1
