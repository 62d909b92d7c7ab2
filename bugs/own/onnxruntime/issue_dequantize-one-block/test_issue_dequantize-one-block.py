"""DequantizeLinear in blocks, when there is one block only, is refused.

g (int8[4] x, float[1] s) => (float[4] y) { y = DequantizeLinear<axis = 0, block_size = 4>(x, s) }
(opset 21)

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
    return run({"x": np.ones(4, np.int8), "s": np.ones(1, np.float32)})


def test_f():
    value = seen()
    print(value)
    assert "block_size must be 0" in str(value)


def right_f():
    value = seen()
    print(value)
    assert not isinstance(value, str)
