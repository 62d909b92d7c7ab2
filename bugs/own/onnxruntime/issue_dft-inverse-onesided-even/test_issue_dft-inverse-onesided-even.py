"""DFT, inverse and one-sided, with fewer bins than an even length needs: the last bin is not mirrored.

g (float[1,2,2] x, int64 n) => (float[1,4,1] y) { y = DFT<inverse = 1, onesided = 1>(x, n) }
(opset 20)

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
    return run({"x": np.array([[[1.0, 0.0], [0.5, 0.25]]], np.float32), "n": np.array(4)})


def test_f():
    value = seen()
    print(value)
    assert np.abs(value[0].ravel() - np.fft.irfft([1, 0.5 + 0.25j], 4)).max() > 0.01


def right_f():
    value = seen()
    print(value)
    assert np.abs(value[0].ravel() - np.fft.irfft([1, 0.5 + 0.25j], 4)).max() < 1e-5
