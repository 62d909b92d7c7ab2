"""Gather of strings copies only the first string of each slice.

g (string[2,3] x, int64[1] i) => (string[1,3] y) { y = Gather<axis = 0>(x, i) }
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
    return run({"x": np.array([["s0", "s1", "s2"], ["s3", "s4", "s5"]], object), "i": np.array([1], np.int64)})


def test_f():
    value = seen()
    print(value)
    assert value[0].tolist() == [["s3", "", ""]]


def right_f():
    value = seen()
    print(value)
    assert value[0].tolist() == [["s3", "s4", "s5"]]
