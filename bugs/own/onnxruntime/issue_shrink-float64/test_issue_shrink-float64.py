"""Shrink in float64 gives a float32 number.

g (double[1] x) => (double[1] y) { y = Shrink<bias = 0.25, lambd = 0.5>(x) }
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
    return run({"x": np.array([1.1])})


def test_f():
    value = seen()
    print(value)
    assert 1e-10 < abs(value[0][0] - 0.85) < 1e-6


def right_f():
    value = seen()
    print(value)
    assert abs(value[0][0] - 0.85) < 1e-14
