"""the optimiser makes NHWC pools of float16 that have no kernel (AveragePool).

g (float16[1,2,4,4] x, float16[2,2,1,1] w) => (float16[1,2,3,3] y) { c = Conv(x, w) y = AveragePool<kernel_shape = [2,2]>(c) }
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
    return run({"x": np.ones((1, 2, 4, 4), np.float16), "w": np.ones((2, 2, 1, 1), np.float16)}), run({"x": np.ones((1, 2, 4, 4), np.float16), "w": np.ones((2, 2, 1, 1), np.float16)}, optimised=False)


def test_f():
    value = seen()
    print(value)
    assert "nhwc.AveragePool" in str(value[0]) and not isinstance(value[1], str)


def right_f():
    value = seen()
    print(value)
    assert not isinstance(value[0], str)
