"""Split into parts of unequal size by num_outputs along a negative axis is refused.

g (float[5] x) => (float[3] a, float[2] b) { a, b = Split<axis = -1, num_outputs = 2>(x) }
(opset 20)

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
    return run({"x": np.arange(5, dtype=np.float32)})


def test_f():
    value = seen()
    print(value)
    assert isinstance(value, str) and "must be evenly divisible" in value


def right_f():
    value = seen()
    print(value)
    assert not isinstance(value, str)
