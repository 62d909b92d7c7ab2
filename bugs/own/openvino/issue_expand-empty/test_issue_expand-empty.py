"""Expand of an empty tensor is refused.

g (float[4,3,0,2] x) => (float[3,4,3,0,2] y) <int64[5] s = {3,1,3,1,2}> { y = Expand(x, s) }
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
    return run({"x": np.zeros((4, 3, 0, 2), np.float32)})


def test_f():
    value = seen()
    print(value)
    assert isinstance(value, str) and "cannot be broadcasted" in value


def right_f():
    value = seen()
    print(value)
    assert value[0].shape == (3, 4, 3, 0, 2)
