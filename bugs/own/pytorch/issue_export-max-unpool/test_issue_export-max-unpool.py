"""the older ONNX exporter cannot trace max_unpool1d.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import io

import torch
import torch.nn.functional as F


def seen():
    """What it gives, or the error that it ends with."""
    try:
        class Model(torch.nn.Module):
            def forward(self, x, indices):
                return F.max_unpool1d(x, indices, 2)

        x, indices = F.max_pool1d(torch.randn(1, 1, 4), 2, return_indices=True)
        torch.onnx.export(Model(), (x, indices), io.BytesIO(), dynamo=False)
        return "fine"
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def test_f():
    value = seen()
    print(value)
    assert "cond must be a bool" in value


def right_f():
    value = seen()
    print(value)
    assert value == "fine"
