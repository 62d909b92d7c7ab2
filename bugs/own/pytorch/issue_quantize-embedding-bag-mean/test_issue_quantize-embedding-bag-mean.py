"""quantize_dynamic of an EmbeddingBag with mode mean gives the sum.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import torch
from torch.ao.quantization import float_qparams_weight_only_qconfig, quantize_dynamic


def seen():
    torch.manual_seed(0)
    if "qnnpack" in torch.backends.quantized.supported_engines:
        torch.backends.quantized.engine = "qnnpack"
    model = torch.nn.Sequential(torch.nn.EmbeddingBag(10, 8, mode="mean")).eval()
    x = torch.randint(0, 10, (2, 4))
    quantised = quantize_dynamic(model, {torch.nn.EmbeddingBag: float_qparams_weight_only_qconfig})
    return (quantised(x) / model(x)).median().item()


def test_f():
    value = seen()
    print(value)
    assert 3.5 < value < 4.5


def right_f():
    value = seen()
    print(value)
    assert 0.9 < value < 1.1
