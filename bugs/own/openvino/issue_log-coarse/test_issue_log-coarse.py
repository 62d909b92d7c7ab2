"""Log near 1 is off by hundreds of units.

g (float[4] x) => (float[4] y) { y = Log(x) }
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
    return run({"x": np.full(4, 0.9905, np.float32)})


def test_f():
    value = seen()
    print(value)
    assert abs(value[0][0] / np.log(float(np.float32(0.9905))) - 1) > 1e-5


def right_f():
    value = seen()
    print(value)
    assert abs(value[0][0] / np.log(float(np.float32(0.9905))) - 1) < 1e-6
