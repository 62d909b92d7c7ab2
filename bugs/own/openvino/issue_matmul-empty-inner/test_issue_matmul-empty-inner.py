import numpy as np
import onnx
import onnx.parser
import pytest

try:
    from openvino import Core
except ImportError:  # before 2023.1
    from openvino.runtime import Core

MODEL = """
<ir_version: 8, opset_import: ["" : 13]>
g (float[2,0] x, float[0,3] y) => (float[2,3] z) { z = MatMul (x, y) }
"""


def run(model, *inputs):
    core = Core()
    model = core.read_model(onnx.parser.parse_model(model).SerializeToString())
    compiled = core.compile_model(model, "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
    result = compiled(list(inputs))
    return [result[output] for output in compiled.outputs]


def test_f():
    # The sum of no products is 0.
    assert not np.matmul(np.zeros((2, 0)), np.zeros((0, 3))).any()
    with pytest.raises(RuntimeError) as e_info:
        run(MODEL, np.zeros((2, 0), np.float32), np.zeros((0, 3), np.float32))
    print(f'{e_info.type.__name__}; {e_info.value}')
