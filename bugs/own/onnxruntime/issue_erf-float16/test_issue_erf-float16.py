"""Erf of float16 at 0 is not 0.

g (float16[8] x) => (float16[8] y) { y = Erf(x) }
(opset 18)

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
    return run({"x": np.zeros(8, np.float16)})


def test_f():
    value = seen()
    print(value)
    assert np.abs(value[0].astype(float)).max() > 1e-4


def right_f():
    value = seen()
    print(value)
    assert np.abs(value[0].astype(float)).max() < 1e-6
