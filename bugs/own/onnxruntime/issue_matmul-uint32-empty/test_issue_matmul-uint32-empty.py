"""MatMul of uint32 with an inner axis of size 0 is refused.

g (uint32[0] a, uint32[0] b) => (uint32 y) { y = MatMul(a, b) }
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
    return run({"a": np.zeros(0, np.uint32), "b": np.zeros(0, np.uint32)})


def test_f():
    value = seen()
    print(value)
    assert "Tensor type mismatch" in str(value)


def right_f():
    value = seen()
    print(value)
    assert not isinstance(value, str)
