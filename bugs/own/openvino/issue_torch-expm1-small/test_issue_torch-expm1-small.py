"""PyTorch's expm1 is converted to exp(x) - 1.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import numpy as np
import openvino
import torch
import torch.nn.functional as F


class Model(torch.nn.Module):
    def forward(self, x):
        return torch.expm1(x)


def seen():
    """What it gives, or the error that it ends with."""
    try:
        x = torch.tensor([1e-8])
        converted = openvino.convert_model(torch.jit.trace(Model(), x, check_trace=False), example_input=(x,))
        value = openvino.Core().compile_model(converted, "CPU", {"INFERENCE_PRECISION_HINT": "f32"})([x.numpy()])[0]
        return np.array(value)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def test_f():
    value = seen()
    print(value)
    assert not isinstance(value, str) and float(value[0]) == 0


def right_f():
    value = seen()
    print(value)
    assert not isinstance(value, str) and abs(float(value[0]) * 1e8 - 1) < 1e-3
