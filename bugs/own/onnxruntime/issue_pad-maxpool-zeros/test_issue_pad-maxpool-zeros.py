"""Pad with zeros is merged into MaxPool, whose own padding is not zero but nothing.

g (float[1,1,1,4] x) => (float[1,1,1,3] y) <int64[8] p = {0,0,0,1,0,0,0,1}> { t = Pad(x, p) y = MaxPool<kernel_shape = [1,2], strides = [1,2]>(t) }
(opset 18)

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import os

import numpy as np
import onnxruntime

MODEL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "model.onnx")


def run(inputs, optimised=True):
    """Its outputs, or the error that it ends with."""
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    if not optimised:
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    try:
        session = onnxruntime.InferenceSession(MODEL, options, providers=["CPUExecutionProvider"])
        return session.run(None, inputs)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def seen():
    return run({"x": -np.arange(1, 5, dtype=np.float32).reshape(1, 1, 1, 4)}), run({"x": -np.arange(1, 5, dtype=np.float32).reshape(1, 1, 1, 4)}, optimised=False)


def test_f():
    value = seen()
    print(value)
    assert value[0][0].ravel().tolist() == [-1, -2, -4] and value[1][0].ravel().tolist() == [0, -2, 0]


def right_f():
    value = seen()
    print(value)
    assert value[0][0].ravel().tolist() == [0, -2, 0]
