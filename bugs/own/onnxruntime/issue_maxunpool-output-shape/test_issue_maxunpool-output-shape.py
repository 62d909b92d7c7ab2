"""MaxUnpool with output_shape takes the indices as those of the larger output.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import os

import numpy as np
import onnxruntime

HERE = os.path.dirname(os.path.abspath(__file__))
MODEL = os.path.join(HERE, "model.onnx")


def seen():
    """Its outputs, or the error that it ends with."""
    inputs = dict(np.load(os.path.join(HERE, "inputs.npz")))
    try:
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 4
        return onnxruntime.InferenceSession(MODEL, options, providers=["CPUExecutionProvider"]).run(None, inputs)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def test_f():
    value = seen()
    print(value)
    assert value[0][0, 0, 1].tolist() == [5, 0, 6, 0, 0]


def right_f():
    value = seen()
    print(value)
    assert value[0][0, 0, 1].tolist() == [0, 5, 0, 6, 0]
