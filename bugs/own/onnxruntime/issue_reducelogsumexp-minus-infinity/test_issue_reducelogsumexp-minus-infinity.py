import numpy as np
import onnx
import onnx.parser
import onnxruntime

MODEL = """
<ir_version: 8, opset_import: ["" : 13]>
g (float[2] x) => (float[1] y) { y = ReduceLogSumExp (x) }
"""


def run(model, **inputs):
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(
        onnx.parser.parse_model(model).SerializeToString(), options, providers=["CPUExecutionProvider"])
    return session.run(None, inputs)


def test_f():
    y = run(MODEL, x=np.array([-np.inf, -np.inf], np.float32))[0]
    print(y)
    # log(exp(-inf) + exp(-inf)) = log(0) = -inf; the largest element is subtracted from itself instead.
    assert np.isnan(y[0])
