"""Relu before QuantizeLinear to float8 is dropped.

g (float[2] x) => (float[2] y) <float s = {1.0}, float8e5m2 z = {0}> { r = Relu(x) q = QuantizeLinear(r, s, z) y = Cast<to = 1>(q) }
(opset 19)

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
    return run({"x": np.array([-2, 3], np.float32)}), run({"x": np.array([-2, 3], np.float32)}, optimised=False)


def test_f():
    value = seen()
    print(value)
    assert value[0][0].tolist() == [-2, 3] and value[1][0].tolist() == [0, 3]


def right_f():
    value = seen()
    print(value)
    assert value[0][0].tolist() == [0, 3]
