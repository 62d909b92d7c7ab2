import numpy as np
import onnx
import onnx.parser
import onnxruntime

MODEL = """
<ir_version: 8, opset_import: ["" : 11]>
g (float[1,1,4,4] x) => (float[1,1,h,w] y) {
  y = AveragePool <kernel_shape = [3, 3], strides = [2, 2], ceil_mode = 1, count_include_pad = 1> (x)
}
"""


def run(model, **inputs):
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(
        onnx.parser.parse_model(model).SerializeToString(), options, providers=["CPUExecutionProvider"])
    return session.run(None, inputs)


def test_f():
    x = np.arange(16, dtype=np.float32).reshape(1, 1, 4, 4)
    y = run(MODEL, x=x)[0].ravel()
    print(y)
    # There is no padding at all, so the last window is the mean of its one column and one row pair.
    right = [x[0, 0, r : r + 3, c : c + 3].mean() for r in (0, 2) for c in (0, 2)]
    assert y[0] == right[0]
    np.testing.assert_allclose(y[1:], [39 / 9, 66 / 9, 50 / 9], rtol=1e-5)
    assert not np.allclose(y, right)
