"""LRN with size=1 of a constant ignores bias.

g (float[1,1,1,1] x) => (float[1,1,1,1] y) <float[1,1,1,1] c = {1.836}> { l = LRN<size = 1, beta = 1.27, bias = 1.2>(c) y = Add(l, x) }
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
    return run({"x": np.zeros((1, 1, 1, 1), np.float32)})


def test_f():
    value = seen()
    print(value)
    assert abs(value[0].item() - 1.8352) < 1e-3


def right_f():
    value = seen()
    print(value)
    assert abs(value[0].item() - 1.836 / (1.2 + 0.0001 * 1.836 ** 2) ** 1.27) < 1e-3
