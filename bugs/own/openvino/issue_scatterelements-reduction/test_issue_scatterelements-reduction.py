import numpy as np
import onnx
import onnx.parser
import pytest

try:
    from openvino import Core
except ImportError:  # before 2023.1
    from openvino.runtime import Core

MODEL = """
<ir_version: 8, opset_import: ["" : 16]>
g (float[3] x, int64[2] i, float[2] u) => (float[3] y) {
  y = ScatterElements <reduction = "add"> (x, i, u)
}
"""


def run(model, *inputs):
    core = Core()
    model = core.read_model(onnx.parser.parse_model(model).SerializeToString())
    compiled = core.compile_model(model, "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
    result = compiled(list(inputs))
    return [result[output] for output in compiled.outputs]


def test_f():
    # The attribute exists since version 16, which is accepted otherwise.
    with pytest.raises(RuntimeError) as e_info:
        run(MODEL, np.ones(3, np.float32), np.array([0, 0], np.int64), np.ones(2, np.float32))
    print(f'{e_info.type.__name__}; {e_info.value}')
