"""Where(c, c, x) with booleans is refused.

g (bool[1] c, bool[2] x) => (bool[2] y) { y = Where(c, c, x) }
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
    return run({"c": np.ones(1, bool), "x": np.zeros(2, bool)})


def test_f():
    value = seen()
    print(value)
    assert isinstance(value, str) and "must match" in value


def right_f():
    value = seen()
    print(value)
    assert not isinstance(value, str)
