"""the older ONNX exporter leaves out the threshold of Softplus.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import io

import onnxruntime
import torch


def seen():
    """What it gives, or the error that it ends with."""
    try:
        model, x, file = torch.nn.Softplus(beta=2.0, threshold=1.0), torch.tensor([0.6]), io.BytesIO()
        torch.onnx.export(model, (x,), file, dynamo=False)
        session = onnxruntime.InferenceSession(file.getvalue(), providers=["CPUExecutionProvider"])
        return float(session.run(None, {session.get_inputs()[0].name: x.numpy()})[0][0])
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def test_f():
    value = seen()
    print(value)
    assert not isinstance(value, str) and abs(value - 0.7316) < 1e-3


def right_f():
    value = seen()
    print(value)
    assert not isinstance(value, str) and abs(value - 0.6) < 1e-4
