import numpy as np
import onnx
import onnx.parser
import onnxruntime

MODEL = """
<ir_version: 8, opset_import: ["" : 13]>
g (float[1] x) => (float[1] y) {
  t = Cast <to = 16> (x)
  y = Cast <to = 1> (t)
}
"""


def run(model, **inputs):
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(
        onnx.parser.parse_model(model).SerializeToString(), options, providers=["CPUExecutionProvider"])
    return session.run(None, inputs)


def test_f():
    y = run(MODEL, x=np.array([1.00390625], np.float32))[0]
    print(y)
    # bfloat16 has seven bits of fraction: 1 + 2**-8 does not exist there and rounds to 1.
    assert y[0] == np.float32(1.00390625)
