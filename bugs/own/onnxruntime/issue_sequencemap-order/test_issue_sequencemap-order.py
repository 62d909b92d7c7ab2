"""SequenceMap whose body has a function operator: inlined out of order, then refused.

g (float[2] x) => (seq(float[2]) y) { s = SequenceConstruct(x) y = SequenceMap(s) <body = b (float[2] e) => (float[2] r) { r = Mish(e) }> }
(opset 19)

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
    return run({"x": np.ones(2, np.float32)})


def test_f():
    value = seen()
    print(value)
    assert "_inlfunc_SequenceMap" in str(value)


def right_f():
    value = seen()
    print(value)
    assert not isinstance(value, str)
