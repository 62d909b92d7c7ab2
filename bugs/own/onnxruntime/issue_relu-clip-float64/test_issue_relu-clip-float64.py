"""Relu, then Clip in float64: merged, then refused.

g (double[2] x) => (double[2] y) <double a = {-0.5}, double b = {1.0}> { r = Relu(x) y = Clip(r, a, b) }
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
    return run({"x": np.ones(2)}), run({"x": np.ones(2)}, optimised=False)


def test_f():
    value = seen()
    print(value)
    assert "Unexpected data type for Clip" in str(value[0]) and not isinstance(value[1], str)


def right_f():
    value = seen()
    print(value)
    assert not isinstance(value[0], str)
