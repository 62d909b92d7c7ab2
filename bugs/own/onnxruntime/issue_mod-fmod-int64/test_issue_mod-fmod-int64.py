"""Mod with fmod=1 of int64 computes in float64.

g (int64[1] a, int64[1] b) => (int64[1] y) { y = Mod<fmod = 1>(a, b) }
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
    return run({"a": np.array([9007199254740993]), "b": np.array([2])})


def test_f():
    value = seen()
    print(value)
    assert value[0].tolist() == [0]


def right_f():
    value = seen()
    print(value)
    assert value[0].tolist() == [1]
