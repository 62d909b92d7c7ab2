import numpy as np
import onnx
import onnx.parser
import onnxruntime

MODEL = """
<ir_version: 8, opset_import: ["" : 13]>
g (float[2] a, float[2] b) => (float[2] y) { y = Min (a, b) }
"""


def run(model, **inputs):
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(
        onnx.parser.parse_model(model).SerializeToString(), options, providers=["CPUExecutionProvider"])
    return session.run(None, inputs)


def test_f():
    y = run(MODEL, a=np.array([np.nan, 1], np.float32), b=np.array([1, np.nan], np.float32))[0]
    print(y)
    # np.minimum, which the standard points to, hands a NaN on from either side; here the order decides.
    assert np.isnan(y[0]) and y[1] == 1
