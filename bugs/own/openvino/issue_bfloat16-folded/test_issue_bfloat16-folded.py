"""Constants are folded into bfloat16 by cutting off.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import os

import numpy as np
import openvino

HERE = os.path.dirname(os.path.abspath(__file__))
MODEL = os.path.join(HERE, "model.onnx")


def seen():
    """Its outputs, or the error that it ends with."""
    inputs = dict(np.load(os.path.join(HERE, "inputs.npz")))
    try:
        core = openvino.Core()
        compiled = core.compile_model(core.read_model(MODEL), "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
        results = compiled(inputs)
        return [results[output] for output in compiled.outputs]
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def test_f():
    value = seen()
    print(value)
    assert value[0].tolist() == [1]


def right_f():
    value = seen()
    print(value)
    assert value[0].tolist() == [1.0078125]
