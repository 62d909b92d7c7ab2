"""LSTM ignores layout=1.

g (float[2,4,5] x, float[1,12,5] w, float[1,12,3] r) => (float[a,b,c,d] y) { y = LSTM<hidden_size = 3, layout = 1>(x, w, r) }
(opset 18)

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import os

import numpy as np
import openvino

MODEL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "model.onnx")


def run(inputs):
    """Its outputs, or the error that it ends with."""
    try:
        core = openvino.Core()
        compiled = core.compile_model(core.read_model(MODEL), "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
        results = compiled(inputs)
        return [results[output] for output in compiled.outputs]
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def seen():
    return run({"x": np.ones((2, 4, 5), np.float32), "w": np.ones((1, 12, 5), np.float32), "r": np.ones((1, 12, 3), np.float32)})


def test_f():
    value = seen()
    print(value)
    assert value[0].shape == (2, 1, 4, 3)


def right_f():
    value = seen()
    print(value)
    assert value[0].shape == (2, 4, 1, 3)
