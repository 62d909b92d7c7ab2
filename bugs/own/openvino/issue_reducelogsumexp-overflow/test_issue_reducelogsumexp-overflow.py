import numpy as np
import onnx
import onnx.parser

try:
    from openvino import Core
except ImportError:  # before 2023.1
    from openvino.runtime import Core

MODEL = """
<ir_version: 8, opset_import: ["" : 13]>
g (float[2] x) => (float[1] y) { y = ReduceLogSumExp (x) }
"""


def run(model, *inputs):
    core = Core()
    model = core.read_model(onnx.parser.parse_model(model).SerializeToString())
    compiled = core.compile_model(model, "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
    result = compiled(list(inputs))
    return [result[output] for output in compiled.outputs]


def test_f():
    y = run(MODEL, np.array([1000, 1000], np.float32))[0]
    print(y)
    # log(2 exp(1000)) = 1000.69; the exponential of 1000 is not a float.
    assert np.isposinf(y).all()
