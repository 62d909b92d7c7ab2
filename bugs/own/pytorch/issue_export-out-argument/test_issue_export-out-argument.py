"""the older ONNX exporter fails on a sum with out=.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import io

import torch


class Model(torch.nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        torch.add(x, 1.0, out=y)
        return y


def seen():
    """What it gives, or the error that it ends with."""
    try:
        torch.onnx.export(Model(), (torch.ones(2),), io.BytesIO(), dynamo=False)
        return "fine"
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def test_f():
    value = seen()
    print(value)
    assert "positional arguments but 5" in value


def right_f():
    value = seen()
    print(value)
    assert value == "fine"
