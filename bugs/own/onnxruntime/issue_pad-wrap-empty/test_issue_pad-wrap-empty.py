"""Pad in mode wrap of an empty tensor is refused.

g (float[0] x, int64[2] p) => (float[0] y) { y = Pad<mode = "wrap">(x, p) }
(opset 19)

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import os

import numpy as np
import onnxruntime

MODEL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "model.onnx")


def run(inputs):
    """Its outputs, or the error that it ends with."""
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    try:
        session = onnxruntime.InferenceSession(MODEL, options, providers=["CPUExecutionProvider"])
        return session.run(None, inputs)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def seen():
    return run({"x": np.zeros(0, np.float32), "p": np.zeros(2, np.int64)})


def test_f():
    value = seen()
    print(value)
    assert "Unexpected mode" in str(value)


def right_f():
    value = seen()
    print(value)
    assert not isinstance(value, str)
