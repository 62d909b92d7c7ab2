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
g (float[1,1,4,4] x, float[1,1,4,4] y) => (float[1,1,4,4] z) {
  z = Einsum <equation = "...ij,...jk->...ik"> (x, y)
}
"""


def run(model, *inputs):
    core = Core()
    model = core.read_model(onnx.parser.parse_model(model).SerializeToString())
    compiled = core.compile_model(model, "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
    result = compiled(list(inputs))
    return [result[output] for output in compiled.outputs]


def test_f():
    # It is a batched matrix product.
    with pytest.raises(RuntimeError) as e_info:
        run(MODEL, np.ones((1, 1, 4, 4), np.float32), np.ones((1, 1, 4, 4), np.float32))
    print(f'{e_info.type.__name__}; {e_info.value}')
