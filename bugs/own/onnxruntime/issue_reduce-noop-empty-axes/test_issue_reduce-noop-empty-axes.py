import numpy as np
import onnx
import onnx.parser
import onnxruntime

MODEL = """
<ir_version: 8, opset_import: ["" : 18]>
g (float[3] x, int64[0] axes) => (float[n] y) { y = ReduceMax <noop_with_empty_axes = 1> (x, axes) }
"""


def run(model, **inputs):
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(
        onnx.parser.parse_model(model).SerializeToString(), options, providers=["CPUExecutionProvider"])
    return session.run(None, inputs)


def test_f():
    y = run(MODEL, x=np.array([1, 3, 2], np.float32), axes=np.zeros(0, np.int64))[0]
    print(y)
    # With the attribute set, no axes means that nothing is reduced: the answer is the input.
    assert y.tolist() == [3]
