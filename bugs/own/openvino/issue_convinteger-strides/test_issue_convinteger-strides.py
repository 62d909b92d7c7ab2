"""ConvInteger with a zero point ignores strides.

g (uint8[1,3,1,3] x) => (int32[1,2,n,m] y) <int8[2,3,1,1] w = {1,2,3,4,5,6}, uint8 z = {3}, int8[1] v = {-1}> { y = ConvInteger<pads = [2,2,2,0], strides = [2,1]>(x, w, z, v) }
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
    return run({"x": np.ones((1, 3, 1, 3), np.uint8)})


def test_f():
    value = seen()
    print(value)
    assert value[0].shape == (1, 2, 5, 5)


def right_f():
    value = seen()
    print(value)
    assert value[0].shape == (1, 2, 3, 5)
