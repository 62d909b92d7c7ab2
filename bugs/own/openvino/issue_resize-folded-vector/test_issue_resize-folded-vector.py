"""Resize, linear, of a computed constant with one axis is refused.

g () => (float[4] y) <float[2] c = {1, 2}, int64[1] n = {4}> { d = Add(c, c) y = Resize<mode = "linear">(d, , , n) }
(opset 18)

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
    assert isinstance(value, str) and "Axes are not correct!" in value


def right_f():
    value = seen()
    print(value)
    assert not isinstance(value, str)
