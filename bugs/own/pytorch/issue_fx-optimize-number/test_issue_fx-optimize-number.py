"""torch.fx optimize_for_inference fails on arithmetic of a number and a tensor.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import torch
from torch import nn
from torch.fx.experimental import optimization


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(8, 8)

    def forward(self, x):
        x = self.linear(x)
        return x - 0.5 * x


def seen():
    """What it gives, or the error that it ends with."""
    try:
        model, x = Model().eval(), torch.ones(2, 8)
        with torch.no_grad():
            value = optimization.optimize_for_inference(model)(x)
            return "fine" if torch.allclose(value, model(x), atol=1e-5) else "other values"
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def test_f():
    value = seen()
    print(value)
    assert "no attribute 'target'" in value


def right_f():
    value = seen()
    print(value)
    assert value == "fine"
