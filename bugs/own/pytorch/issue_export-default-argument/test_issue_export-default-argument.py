"""the older ONNX exporter makes an input of a default value.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import io

import onnx
import torch


class Model(torch.nn.Module):
    def forward(self, x, scale=2.0):
        return x * scale


def seen():
    file = io.BytesIO()
    torch.onnx.export(Model(), (torch.ones(2),), file, dynamo=False)
    return len(onnx.load_from_string(file.getvalue()).graph.input)


def test_f():
    value = seen()
    print(value)
    assert value == 2


def right_f():
    value = seen()
    print(value)
    assert value == 1
