"""Scan whose output per step does not depend on the slice keeps one.

g (float[2] s, float[3,2] x) => (float[2] o, int64[3] y) { o, y = Scan(s, x) <num_scan_inputs = 1, body = b (float[2] a, float[2] e) => (float[2] c, int64 d) { c = Ceil(a) d = Size(c) }> }
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
    return run({"s": np.zeros(2, np.float32), "x": np.ones((3, 2), np.float32)})


def test_f():
    value = seen()
    print(value)
    assert value[1].shape == (1,)


def right_f():
    value = seen()
    print(value)
    assert value[1].tolist() == [2, 2, 2]
