"""Div of int32 rounds down.

g (int32[4] a, int32[4] b) => (int32[4] y) { y = Div(a, b) }
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
    return run({"a": np.full(4, -3, np.int32), "b": np.full(4, 2, np.int32)})


def test_f():
    value = seen()
    print(value)
    assert (value[0] == -2).all()


def right_f():
    value = seen()
    print(value)
    assert (value[0] == -1).all()
