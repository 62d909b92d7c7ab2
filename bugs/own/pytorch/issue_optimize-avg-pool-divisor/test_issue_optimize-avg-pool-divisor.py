"""optimize_for_inference of a convolution with an AvgPool with a divisor behind it makes a model that cannot run.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import torch
from torch import nn


def seen():
    """What it gives, or the error that it ends with."""
    try:
        model, x = nn.Sequential(nn.Conv2d(4, 4, 1), nn.AvgPool2d(2, divisor_override=3)).eval(), torch.arange(256.0).reshape(1, 4, 8, 8).cos()
        with torch.no_grad():
            optimised = torch.jit.optimize_for_inference(torch.jit.trace(model, x))
            return "fine" if torch.allclose(optimised(x), model(x), atol=1e-4) else "other values"
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def test_f():
    value = seen()
    print(value)
    assert "mkldnn_avg_pool2d" in value


def right_f():
    value = seen()
    print(value)
    assert value == "fine"
