import numpy as np
import onnx
import onnx.parser

try:
    from openvino import Core
except ImportError:  # before 2023.1
    from openvino.runtime import Core

MODEL = """
<ir_version: 8, opset_import: ["" : 13]>
g (float[2] x) => (float16[2] y) { y = Cast <to = 10> (x) }
"""


def run(model, *inputs):
    core = Core()
    model = core.read_model(onnx.parser.parse_model(model).SerializeToString())
    compiled = core.compile_model(model, "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
    result = compiled(list(inputs))
    return [result[output] for output in compiled.outputs]


def test_f():
    y = run(MODEL, np.array([65520, 1e9], np.float32))[0]
    print(y.tolist())
    # Beyond the range the standard asks for infinity, as numpy gives.
    with np.errstate(over="ignore"):
        assert np.isposinf(np.array([65520, 1e9], np.float32).astype(np.float16)).all()
    assert y.tolist() == [65504, 65504]
