"""DequantizeLinear of float8, then Slice: the quantisation is moved across an operator that does not have the type.

g (float[4] f) => (float[2] y) <float s = {0.5}, float8e4m3fn z = {0}, int64[1] a = {0}, int64[1] b = {2}> { x = Cast<to = 17>(f) d = DequantizeLinear(x, s, z) y = Slice(d, a, b) }
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
    return run({"f": np.ones(4, np.float32)}), run({"f": np.ones(4, np.float32)}, optimised=False)


def test_f():
    value = seen()
    print(value)
    assert "float8" in str(value[0]) and not isinstance(value[1], str)


def right_f():
    value = seen()
    print(value)
    assert not isinstance(value[0], str)
