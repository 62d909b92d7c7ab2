import numpy as np
import onnx
import onnx.parser
import onnxruntime

MODEL = """
<ir_version: 8, opset_import: ["" : 12]>
g (float[1,1,2,2] x) => (float[1,1,h,w] y) {
  y = MaxPool <kernel_shape = [1, 1], strides = [2, 2], ceil_mode = 1> (x)
}
"""


def run(model, **inputs):
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(
        onnx.parser.parse_model(model).SerializeToString(), options, providers=["CPUExecutionProvider"])
    return session.run(None, inputs)


def test_f():
    x = np.arange(4, dtype=np.float32).reshape(1, 1, 2, 2)
    y = run(MODEL, x=x)[0]
    print(y.shape, y.ravel())
    # A window that would begin beyond the input is dropped: the answer is [[0]]. Here it is kept, and
    # the largest of no elements is the lowest float.
    assert y.shape == (1, 1, 2, 2)
    assert (y.ravel()[[1, 3]] == np.finfo(np.float32).min).all()
