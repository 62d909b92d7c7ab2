"""Unique with sorted=0: the indices are not those of first occurrences.

g (int32[4] x) => (int32[n] y, int64[n] i) { y, i = Unique<sorted = 0>(x) }
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
    return run({"x": np.array([2, 1, 1, 3], np.int32)})


def test_f():
    value = seen()
    print(value)
    assert value[1].tolist() != [0, 1, 3]


def right_f():
    value = seen()
    print(value)
    assert value[1].tolist() == [0, 1, 3]
