"""ReduceLogSum at opsets 13 to 17 ignores the attribute axes and reduces everything.

g (float[2,3,4] x) => (float[2,4] y) { y = ReduceLogSum<axes = [1], keepdims = 0>(x) }
(opset 13)

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
    return run({"x": np.ones((2, 3, 4), np.float32)})


def test_f():
    value = seen()
    print(value)
    assert value[0].shape == ()


def right_f():
    value = seen()
    print(value)
    assert value[0].shape == (2, 4)
