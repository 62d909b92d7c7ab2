"""DFT of axis 0 given as a negative input.

g (float[4,3,1] x) => (float[4,3,2] y) <int64 a = {-3}> { y = DFT(x, , a) }
(opset 20)

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
    return run({"x": np.arange(12, dtype=np.float32).reshape(4, 3, 1)})


def test_f():
    value = seen()
    print(value)
    assert np.abs(value[0][..., 0] - np.fft.fft(np.arange(12.0).reshape(4, 3), axis=0).real).max() > 1e-2


def right_f():
    value = seen()
    print(value)
    assert np.abs(value[0][..., 0] - np.fft.fft(np.arange(12.0).reshape(4, 3), axis=0).real).max() < 1e-3
