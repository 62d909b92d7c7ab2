"""PyTorch's addmm with beta=0 hands on NaN of its first argument.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import numpy as np
import openvino
import torch
import torch.nn.functional as F


class Model(torch.nn.Module):
    def forward(self, x):
        return torch.addmm(x / 0, x, torch.eye(2), beta=0)


def seen():
    """What it gives, or the error that it ends with."""
    try:
        x = torch.tensor([[0.0, 1.0], [2.0, 3.0]])
        converted = openvino.convert_model(torch.jit.trace(Model(), x, check_trace=False), example_input=(x,))
        value = openvino.Core().compile_model(converted, "CPU", {"INFERENCE_PRECISION_HINT": "f32"})([x.numpy()])[0]
        return np.array(value)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def test_f():
    value = seen()
    print(value)
    assert not isinstance(value, str) and np.isnan(value).any()


def right_f():
    value = seen()
    print(value)
    assert not isinstance(value, str) and value.shape == np.shape([[0, 1], [2, 3]]) and np.allclose(value, [[0, 1], [2, 3]], atol=1e-3)
