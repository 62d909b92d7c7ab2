"""AveragePool with auto_pad SAME and dilations is padded as if not dilated.

g (float[1,1,4] x) => (float[1,1,n] y) { y = AveragePool<auto_pad = "SAME_UPPER", dilations = [2], kernel_shape = [2]>(x) }
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
    return run({"x": np.ones((1, 1, 4), np.float32)})


def test_f():
    value = seen()
    print(value)
    assert value[0].shape == (1, 1, 3)


def right_f():
    value = seen()
    print(value)
    assert value[0].shape == (1, 1, 4)
