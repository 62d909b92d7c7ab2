"""ReduceL2 of an empty tensor by an attribute axes=[-1] does not reduce it.

g (float[0] x) => (float[n] y) { y = ReduceL2<axes = [-1], keepdims = 1>(x) }
(opset 13)

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
    return run({"x": np.zeros(0, np.float32)})


def test_f():
    value = seen()
    print(value)
    assert value[0].shape == (0,)


def right_f():
    value = seen()
    print(value)
    assert value[0].tolist() == [0]
