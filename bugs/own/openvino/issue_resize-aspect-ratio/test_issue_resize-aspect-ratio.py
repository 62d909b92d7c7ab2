"""Resize ignores keep_aspect_ratio_policy.

g (float[1,1,2,4] x, int64[2] n) => (float[1,1,a,b] y) { y = Resize<axes = [2,3], keep_aspect_ratio_policy = "not_larger", mode = "nearest">(x, , , n) }
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
    return run({"x": np.ones((1, 1, 2, 4), np.float32), "n": np.array([6, 6])})


def test_f():
    value = seen()
    print(value)
    assert value[0].shape == (1, 1, 6, 6)


def right_f():
    value = seen()
    print(value)
    assert value[0].shape == (1, 1, 3, 6)
