"""Where whose condition is a Not that is used as a value, too: the Not is taken away.

g (bool[2] c, bool[2] d) => (bool[2] y) { n = Not(c) y = Where(n, n, d) }
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
    return run({"c": np.zeros(2, bool), "d": np.zeros(2, bool)})


def test_f():
    value = seen()
    print(value)
    assert "is not a graph input" in str(value)


def right_f():
    value = seen()
    print(value)
    assert not isinstance(value, str)
