import numpy as np
import onnx
import onnx.parser
import onnxruntime

MODEL = """
<ir_version: 8, opset_import: ["" : 11]>
g (float[2,0,4] x) => (float[2,n,4] y) { y = ReduceProd <axes = [1], keepdims = 1> (x) }
"""


def run(model, **inputs):
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(
        onnx.parser.parse_model(model).SerializeToString(), options, providers=["CPUExecutionProvider"])
    return session.run(None, inputs)


def test_f():
    y = run(MODEL, x=np.zeros((2, 0, 4), np.float32))[0]
    print(y.shape)
    # A reduced axis that is kept has length 1, and the product of no elements is 1.
    assert y.shape == (2, 0, 4)
