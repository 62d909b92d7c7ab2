"""optimize_for_inference of a convolution with a clamp with one bound behind it makes a model that cannot run.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(4, 4, 1)

    def forward(self, x):
        return self.conv(x).clamp(min=0.1)


def seen():
    """What it gives, or the error that it ends with."""
    try:
        model, x = Model().eval(), torch.arange(256.0).reshape(1, 4, 8, 8).cos()
        with torch.no_grad():
            optimised = torch.jit.optimize_for_inference(torch.jit.trace(model, x))
            return "fine" if torch.allclose(optimised(x), model(x), atol=1e-4) else "other values"
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def test_f():
    value = seen()
    print(value)
    assert "expected double" in value or "INTERNAL ASSERT" in value


def right_f():
    value = seen()
    print(value)
    assert value == "fine"
