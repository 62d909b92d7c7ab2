"""DequantizeLinear of int8 without zero point, then Reshape: the optimiser quantises behind it in uint8.

g (int8[2,2] x) => (float[4] y) <float s = {0.5}, int64[1] n = {4}> { d = DequantizeLinear(x, s) y = Reshape(d, n) }
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
    return run({"x": np.array([[-3, -4], [6, 100]], np.int8)}), run({"x": np.array([[-3, -4], [6, 100]], np.int8)}, optimised=False)


def test_f():
    value = seen()
    print(value)
    assert value[0][0].tolist() == [0, 0, 3, 50] and value[1][0].tolist() == [-1.5, -2, 3, 50]


def right_f():
    value = seen()
    print(value)
    assert value[0][0].tolist() == [-1.5, -2, 3, 50]
