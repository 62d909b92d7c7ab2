"""PyTorch's sum with an empty dim adds up nothing.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import numpy as np
import openvino
import torch
import torch.nn.functional as F


class Model(torch.nn.Module):
    def forward(self, x):
        return x + x.sum(dim=())


def seen():
    """What it gives, or the error that it ends with."""
    try:
        x = torch.tensor([1.0, 2.0])
        converted = openvino.convert_model(torch.jit.trace(Model(), x, check_trace=False), example_input=(x,))
        value = openvino.Core().compile_model(converted, "CPU", {"INFERENCE_PRECISION_HINT": "f32"})([x.numpy()])[0]
        return np.array(value)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def test_f():
    value = seen()
    print(value)
    assert not isinstance(value, str) and value.shape == np.shape([2, 4]) and np.allclose(value, [2, 4], atol=1e-3)


def right_f():
    value = seen()
    print(value)
    assert not isinstance(value, str) and value.shape == np.shape([4, 5]) and np.allclose(value, [4, 5], atol=1e-3)
