"""LSTM ignores peepholes.

g (float[1,1,1] x, float[1,4,1] w, float[1,4,1] r, float[1,3] p) => (float[1,1,1,1] y, float[1,1,1,1] z) { y = LSTM<hidden_size = 1>(x, w, r, , , , , p) z = LSTM<hidden_size = 1>(x, w, r) }
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
    return run({"x": np.ones((1, 1, 1), np.float32), "w": np.ones((1, 4, 1), np.float32), "r": np.ones((1, 4, 1), np.float32), "p": np.full((1, 3), 2, np.float32)})


def test_f():
    value = seen()
    print(value)
    assert value[0].item() == value[1].item()


def right_f():
    value = seen()
    print(value)
    assert abs(value[0].item() - value[1].item()) > 0.01
