"""DequantizeLinear in blocks that do not divide the axis is refused.

g (int8[1,6] x) => (float[1,6] y) <float[1,2] s = {1, 2}> { y = DequantizeLinear<axis = 1, block_size = 4>(x, s) }
(opset 21)

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
    return run({"x": np.ones((1, 6), np.int8)})


def test_f():
    value = seen()
    print(value)
    assert isinstance(value, str) and "cannot be divided by block_size" in value


def right_f():
    value = seen()
    print(value)
    assert not isinstance(value, str)
