import numpy as np
import onnx
import onnx.parser

try:
    from openvino import Core
except ImportError:  # before 2023.1
    from openvino.runtime import Core

MODEL = """
<ir_version: 8, opset_import: ["" : 19]>
g (float[1,1,4,4] x) => (float[1,1,h,w] y) {
  y = AveragePool <kernel_shape = [2, 2], dilations = [2, 2]> (x)
}
"""


def run(model, *inputs):
    core = Core()
    model = core.read_model(onnx.parser.parse_model(model).SerializeToString())
    compiled = core.compile_model(model, "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
    result = compiled(list(inputs))
    return [result[output] for output in compiled.outputs]


def test_f():
    x = np.arange(16, dtype=np.float32).reshape(1, 1, 4, 4)
    y = run(MODEL, x)[0]
    print(y.shape, y.ravel())
    # A window of 2 with a dilation of 2 spans 3 elements: the answer is 2 x 2, its first element 5.
    assert y.shape == (1, 1, 3, 3)
    assert y.ravel()[0] == x[0, 0, :2, :2].mean() == 2.5
