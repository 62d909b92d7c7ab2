"""Gemm with an inner axis of size 0 ignores beta.

g (float[1,0] a, float[0,1] b, float[1,1] c) => (float[1,1] y) { y = Gemm<beta = 1.5>(a, b, c) }
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
    return run({"a": np.zeros((1, 0), np.float32), "b": np.zeros((0, 1), np.float32), "c": np.ones((1, 1), np.float32)})


def test_f():
    value = seen()
    print(value)
    assert value[0].item() == 1


def right_f():
    value = seen()
    print(value)
    assert value[0].item() == 1.5
