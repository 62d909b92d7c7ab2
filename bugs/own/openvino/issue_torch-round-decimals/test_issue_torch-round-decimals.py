"""Of PyTorch's round the argument decimals is lost.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import numpy as np
import openvino
import torch
import torch.nn.functional as F


class Model(torch.nn.Module):
    def forward(self, x):
        return torch.round(x, decimals=1)


def seen():
    """What it gives, or the error that it ends with."""
    try:
        x = torch.tensor([0.44])
        converted = openvino.convert_model(torch.jit.trace(Model(), x, check_trace=False), example_input=(x,))
        value = openvino.Core().compile_model(converted, "CPU", {"INFERENCE_PRECISION_HINT": "f32"})([x.numpy()])[0]
        return np.array(value)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def test_f():
    value = seen()
    print(value)
    assert not isinstance(value, str) and value.shape == np.shape([0.0]) and np.allclose(value, [0.0], atol=1e-3)


def right_f():
    value = seen()
    print(value)
    assert not isinstance(value, str) and value.shape == np.shape([0.4]) and np.allclose(value, [0.4], atol=1e-3)
