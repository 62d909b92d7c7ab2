"""oneDNN fusion computes the exact GELU in place of the approximate one.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import torch
from torch import nn


def seen():
    """What it gives, or the error that it ends with."""
    try:
        model, x = nn.Sequential(nn.Linear(8, 8), nn.GELU(approximate="tanh")), torch.linspace(-3, 3, 16).reshape(2, 8)
        torch.jit.enable_onednn_fusion(True)
        with torch.no_grad():
            optimised = torch.jit.freeze(torch.jit.trace(model.eval(), x))
            for _ in range(3):
                value = optimised(x)
            return "fine" if torch.allclose(value, model(x), atol=1e-5) else "other values"
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def test_f():
    value = seen()
    print(value)
    assert value == "other values"


def right_f():
    value = seen()
    print(value)
    assert value == "fine"
