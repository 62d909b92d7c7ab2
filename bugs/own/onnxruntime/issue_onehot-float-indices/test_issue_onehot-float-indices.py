"""OneHot compares floating-point indices uncast.

g (float[1] i, float d, float[2] v) => (float[3,1] y) { y = OneHot<axis = 0>(i, d, v) }
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
    return run({"i": np.array([0.77], np.float32), "d": np.array(3, np.float32), "v": np.array([5, 4], np.float32)})


def test_f():
    value = seen()
    print(value)
    assert value[0].ravel().tolist() == [5, 5, 5]


def right_f():
    value = seen()
    print(value)
    assert value[0].ravel().tolist() == [4, 5, 5]
