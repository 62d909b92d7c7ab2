"""convert_fx cuts off the product of Tanh with a number.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import torch
from torch.ao.quantization import get_default_qconfig_mapping, quantize_fx


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.tanh = torch.nn.Tanh()

    def forward(self, x):
        return self.tanh(x) * 2


def seen():
    torch.backends.quantized.engine = "qnnpack"
    x = torch.linspace(-2, 2, 32).reshape(1, 32)
    prepared = quantize_fx.prepare_fx(Model().eval(), get_default_qconfig_mapping("qnnpack"), (x,))
    prepared(x)
    return quantize_fx.convert_fx(prepared)(x).max().item()


def test_f():
    value = seen()
    print(value)
    assert abs(value - 1.5156) < 0.01


def right_f():
    value = seen()
    print(value)
    assert abs(value - 1.928) < 0.05
