import numpy as np
import onnx
import onnx.parser
import pytest

try:
    from openvino import Core
except ImportError:  # before 2023.1
    from openvino.runtime import Core

MODEL = """
<ir_version: 8, opset_import: ["" : 12]>
g (float[4,4] x) => (float[4] y) { y = Einsum <equation = "ii->i"> (x) }
"""


def run(model, *inputs):
    core = Core()
    model = core.read_model(onnx.parser.parse_model(model).SerializeToString())
    compiled = core.compile_model(model, "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
    result = compiled(list(inputs))
    return [result[output] for output in compiled.outputs]


def test_f():
    # A label that is repeated within one input means its diagonal.
    with pytest.raises(RuntimeError) as e_info:
        run(MODEL, np.ones((4, 4), np.float32))
    print(f'{e_info.type.__name__}; {e_info.value}')
