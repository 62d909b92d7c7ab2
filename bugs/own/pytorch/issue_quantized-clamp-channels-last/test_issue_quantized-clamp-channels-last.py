"""Quantised clamp, ReLU6 and Hardtanh mix up the places of a channels-last tensor (engine qnnpack).

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import torch


def seen():
    torch.manual_seed(0)
    if "qnnpack" in torch.backends.quantized.supported_engines:
        torch.backends.quantized.engine = "qnnpack"
    x = torch.quantize_per_tensor(torch.randn(1, 4, 4, 4), 0.05, 128, torch.quint8)
    last = x.contiguous(memory_format=torch.channels_last)
    return (torch.clamp(x, -1, 1).dequantize() - torch.clamp(last, -1, 1).dequantize()).abs().max().item()


def test_f():
    value = seen()
    print(value)
    assert value > 1


def right_f():
    value = seen()
    print(value)
    assert value == 0
