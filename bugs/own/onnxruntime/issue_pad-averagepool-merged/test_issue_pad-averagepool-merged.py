"""Pad with more padding than the kernel, then AveragePool: merged, then refused.

g (float[1,1,3] x) => (float[1,1,n] y) <int64[6] p = {0,0,0,0,0,6}> { t = Pad(x, p) y = AveragePool<kernel_shape = [1], strides = [3]>(t) }
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
    return run({"x": np.ones((1, 1, 3), np.float32)}), run({"x": np.ones((1, 1, 3), np.float32)}, optimised=False)


def test_f():
    value = seen()
    print(value)
    assert "Pad should be smaller than kernel" in str(value[0]) and not isinstance(value[1], str)


def right_f():
    value = seen()
    print(value)
    assert not isinstance(value[0], str)
