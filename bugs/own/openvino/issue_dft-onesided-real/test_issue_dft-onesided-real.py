"""DFT, one-sided, of real numbers on an axis before the last has a wrong shape.

g (float[5,2,3,1] x) => (float[5,2,2,2] y) { y = DFT<axis = 2, onesided = 1>(x) }
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
    return run({"x": np.ones((5, 2, 3, 1), np.float32)})


def test_f():
    value = seen()
    print(value)
    assert value[0].shape == (5, 2, 2, 1, 2)


def right_f():
    value = seen()
    print(value)
    assert value[0].shape == (5, 2, 2, 2)
