"""GatherElements with fewer indices than data along another axis is refused.

g (float[3,3,4,1] x, int64[3,2,3,1] i) => (float[3,2,3,1] y) { y = GatherElements<axis = 1>(x, i) }
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
    return run({"x": np.arange(36, dtype=np.float32).reshape(3, 3, 4, 1), "i": np.ones((3, 2, 3, 1), np.int64)})


def test_f():
    value = seen()
    print(value)
    assert isinstance(value, str) and "are not consistent" in value


def right_f():
    value = seen()
    print(value)
    assert value[0].ravel().tolist() == [4, 5, 6, 4, 5, 6, 16, 17, 18, 16, 17, 18, 28, 29, 30, 28, 29, 30]
