"""ReduceL1 of int64 computes in float64.

g (int64[1,3] x, int64[1] a) => (int64[1] y) { y = ReduceL1<keepdims = 0>(x, a) }
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
    return run({"x": np.array([[-9007199254740993, 0, 0]]), "a": np.array([1])})


def test_f():
    value = seen()
    print(value)
    assert value[0].tolist() == [9007199254740992]


def right_f():
    value = seen()
    print(value)
    assert value[0].tolist() == [9007199254740993]
