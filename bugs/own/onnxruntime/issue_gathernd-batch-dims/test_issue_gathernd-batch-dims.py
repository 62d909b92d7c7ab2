import numpy as np
import onnx
import onnx.parser
import onnxruntime

MODEL = """
<ir_version: 8, opset_import: ["" : 13]>
g (float[b,3] x, int64[c,1] i) => (float[n] y) { y = GatherND <batch_dims = 1> (x, i) }
"""


def run(model, **inputs):
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(
        onnx.parser.parse_model(model).SerializeToString(), options, providers=["CPUExecutionProvider"])
    return session.run(None, inputs)


def test_f():
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    y = run(MODEL, x=x, i=np.array([[0], [1], [2]], np.int64))[0]
    print("no error was raised; shape", y.shape)
    # data has a batch of 2, indices one of 3: the third element is whatever lies behind the input.
    assert y.shape == (3,) and y[:2].tolist() == [0, 4]
