"""prepare_qat_fx fake-quantises integers, too.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import torch
from torch.ao.quantization import get_default_qat_qconfig_mapping, quantize_fx


def seen():
    """What it gives, or the error that it ends with."""
    try:
        class Model(torch.nn.Module):
            def forward(self, x):
                return x + torch.arange(8)

        x = torch.ones(2, 8)
        prepared = quantize_fx.prepare_qat_fx(Model().train(), get_default_qat_qconfig_mapping("qnnpack"), (x,))
        prepared(x)
        return "fine"
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def test_f():
    value = seen()
    print(value)
    assert "Long" in value


def right_f():
    value = seen()
    print(value)
    assert value == "fine"
