"""Resize, tf_crop_and_resize: on an axis whose size stays the same the roi is ignored.

g (float[4] x, float[2] roi, int64[1] n) => (float[4] y) { y = Resize<coordinate_transformation_mode = "tf_crop_and_resize", extrapolation_value = 10.0, mode = "nearest", nearest_mode = "floor">(x, roi, , n) }
(opset 18)

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import os

import numpy as np
import onnxruntime

MODEL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "model.onnx")


def run(inputs):
    """Its outputs, or the error that it ends with."""
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    try:
        session = onnxruntime.InferenceSession(MODEL, options, providers=["CPUExecutionProvider"])
        return session.run(None, inputs)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def seen():
    return run({"x": np.arange(4, dtype=np.float32), "roi": np.array([0.25, 1.25], np.float32), "n": np.array([4], np.int64)})


def test_f():
    value = seen()
    print(value)
    assert value[0].tolist() == [0, 1, 2, 3]


def right_f():
    value = seen()
    print(value)
    assert value[0].tolist() == [0, 1, 2, 10]
