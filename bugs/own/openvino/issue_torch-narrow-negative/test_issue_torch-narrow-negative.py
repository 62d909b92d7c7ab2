"""PyTorch's narrow from a negative start gives nothing.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import numpy as np
import openvino
import torch
import torch.nn.functional as F


class Model(torch.nn.Module):
    def forward(self, x):
        return x.narrow(1, -3, 3)


def seen():
    """What it gives, or the error that it ends with."""
    try:
        x = torch.arange(8.0)[None]
        converted = openvino.convert_model(torch.jit.trace(Model(), x, check_trace=False), example_input=(x,))
        value = openvino.Core().compile_model(converted, "CPU", {"INFERENCE_PRECISION_HINT": "f32"})([x.numpy()])[0]
        return np.array(value)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def test_f():
    value = seen()
    print(value)
    assert not isinstance(value, str) and value.shape == (1, 0)


def right_f():
    value = seen()
    print(value)
    assert not isinstance(value, str) and value.shape == np.shape([[5, 6, 7]]) and np.allclose(value, [[5, 6, 7]], atol=1e-3)
