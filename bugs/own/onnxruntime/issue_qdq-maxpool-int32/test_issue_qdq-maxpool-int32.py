"""DequantizeLinear of int32, then MaxPool: the quantisation is moved across an operator that does not have the type.

g (int32[1,1,2,2] x) => (float[1,1,1,1] y) <float s = {0.5}, int32 z = {0}> { d = DequantizeLinear(x, s, z) y = MaxPool<kernel_shape = [2,2]>(d) }
(opset 14)

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
    return run({"x": np.ones((1, 1, 2, 2), np.int32)}), run({"x": np.ones((1, 1, 2, 2), np.int32)}, optimised=False)


def test_f():
    value = seen()
    print(value)
    assert "operator (QuantizeLinear)" in str(value[0]) and not isinstance(value[1], str)


def right_f():
    value = seen()
    print(value)
    assert not isinstance(value[0], str)
