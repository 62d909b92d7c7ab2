"""MatMul and Add of an empty tensor of rank 4: merged into Gemm, then refused.

g (float[4,0,2,4] x, float[4,4] w, float[4] b) => (float[4,0,2,4] y) { m = MatMul(x, w) y = Add(m, b) }
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
    return run({"x": np.zeros((4, 0, 2, 4), np.float32), "w": np.ones((4, 4), np.float32), "b": np.ones(4, np.float32)}), run({"x": np.zeros((4, 0, 2, 4), np.float32), "w": np.ones((4, 4), np.float32), "b": np.ones(4, np.float32)}, optimised=False)


def test_f():
    value = seen()
    print(value)
    assert "gemm_input_reshape" in str(value[0]) and not isinstance(value[1], str)


def right_f():
    value = seen()
    print(value)
    assert not isinstance(value[0], str)
