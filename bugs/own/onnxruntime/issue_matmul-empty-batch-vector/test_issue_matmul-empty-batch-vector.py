"""MatMul of an empty batch with a vector is refused.

g (float[0,5,2] a, float[2] b) => (float[0,5] y) { y = MatMul(a, b) }
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
    return run({"a": np.zeros((0, 5, 2), np.float32), "b": np.zeros(2, np.float32)})


def test_f():
    value = seen()
    print(value)
    assert "cannot broadcast" in str(value)


def right_f():
    value = seen()
    print(value)
    assert not isinstance(value, str)
