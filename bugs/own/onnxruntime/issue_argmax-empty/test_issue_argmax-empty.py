import numpy as np
import onnx
import onnx.parser
import onnxruntime

MODEL = """
<ir_version: 8, opset_import: ["" : 13]>
g (float[2,n] x) => (int64[2,m] y) { y = ArgMax <axis = 1> (x) }
"""


def run(model, **inputs):
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(
        onnx.parser.parse_model(model).SerializeToString(), options, providers=["CPUExecutionProvider"])
    return session.run(None, inputs)


def test_f():
    y = run(MODEL, x=np.zeros((2, 0), np.float32))[0]
    print("no error was raised; shape", y.shape)
    # There is no largest element (np.argmax raises), and an axis that is kept would have length 1.
    assert y.shape == (2, 0)
