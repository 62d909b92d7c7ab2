"""DFT in float64 is right to 3e-8 only.

g (double[1,4,2] x) => (double[1,n,1] y) { y = DFT<inverse = 1, onesided = 1>(x) }
(opset 20)

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import os

import numpy as np
import onnxruntime

MODEL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "model.onnx")
BINS = np.array([[[1.1, 0.0], [2.3, 0.7], [3.9, -0.3], [0.13, 0.0]]])


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
    return run({"x": BINS})


def test_f():
    value = seen()
    print(value)
    assert 1e-10 < np.abs(value[0].ravel() - np.fft.irfft(BINS[0, :, 0] + 1j * BINS[0, :, 1])).max() < 1e-4


def right_f():
    value = seen()
    print(value)
    assert np.abs(value[0].ravel() - np.fft.irfft(BINS[0, :, 0] + 1j * BINS[0, :, 1])).max() < 1e-12
