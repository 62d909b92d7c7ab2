"""DequantizeLinear of an int4 constant per axis takes the scales along another axis.

g (float[1] x) => (float[2,2,n] y) <float[2] s = {0.15625, 0.25}, bool[2] c = {1, 1}> { d = DequantizeLinear<axis = 2>(q, s) y = Compress<axis = 2>(d, c) }
(opset 21)

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import os

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
    return run({})


def test_f():
    value = seen()
    print(value)
    assert value[0].ravel().tolist() == [0.15625, 0.3125, 0.46875, 0.625, 1.25, 1.5, 1.75, -2]


def right_f():
    value = seen()
    print(value)
    assert value[0].ravel().tolist() == [0.15625, 0.5, 0.46875, 1, 0.78125, 1.5, 1.09375, -2]
