"""ThresholdedRelu of -inf is NaN.

g (float[4] x) => (float[4] y) { y = ThresholdedRelu(x) }
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
    return run({"x": np.array([-np.inf, 3, 0.5, -1], np.float32)})


def test_f():
    value = seen()
    print(value)
    assert np.isnan(value[0][0]) and value[0][1] == 3


def right_f():
    value = seen()
    print(value)
    assert value[0].tolist() == [0, 3, 0, 0]
