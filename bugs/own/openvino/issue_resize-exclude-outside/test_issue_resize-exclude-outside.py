"""Resize ignores exclude_outside.

g (float[1,1,1,4] x, int64[4] n) => (float[1,1,1,7] y) { y = Resize<exclude_outside = 1, mode = "cubic", coordinate_transformation_mode = "asymmetric">(x, , , n) }
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
    return run({"x": np.array([1, 2, 4, 8], np.float32).reshape(1, 1, 1, 4), "n": np.array([1, 1, 1, 7])})


def test_f():
    value = seen()
    print(value)
    assert abs(value[0].ravel()[1] - 1.37026) < 1e-4


def right_f():
    value = seen()
    print(value)
    assert abs(value[0].ravel()[1] - 1.34324) < 1e-4
