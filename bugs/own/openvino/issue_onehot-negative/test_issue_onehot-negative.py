import numpy as np
import onnx
import onnx.parser

try:
    from openvino import Core
except ImportError:  # before 2023.1
    from openvino.runtime import Core

MODEL = """
<ir_version: 8, opset_import: ["" : 11]>
g (int64[2] i, int64[1] depth, float[2] values) => (float[2,n] y) { y = OneHot (i, depth, values) }
"""


def run(model, *inputs):
    core = Core()
    model = core.read_model(onnx.parser.parse_model(model).SerializeToString())
    compiled = core.compile_model(model, "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
    result = compiled(list(inputs))
    return [result[output] for output in compiled.outputs]


def test_f():
    y = run(MODEL, np.array([-1, 1], np.int64), np.array([3], np.int64), np.array([0, 1], np.float32))[0]
    print(y.tolist())
    # An index of -1 counts from the end of the depth: the first row is [0, 0, 1].
    assert y.tolist() == [[0, 0, 0], [0, 1, 0]]
