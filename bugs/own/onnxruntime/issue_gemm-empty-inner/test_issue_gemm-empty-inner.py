import numpy as np
import onnx
import onnx.parser
import onnxruntime
import pytest
from onnxruntime.capi.onnxruntime_pybind11_state import RuntimeException

MODEL = """
<ir_version: 8, opset_import: ["" : 13]>
g (float[2,0] a, float[0,3] b, float[3] c) => (float[2,3] y) { y = Gemm (a, b, c) }
"""


def run(model, **inputs):
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(
        onnx.parser.parse_model(model).SerializeToString(), options, providers=["CPUExecutionProvider"])
    return session.run(None, inputs)


def test_f():
    # A product over no elements is 0, so the answer is c in every row.
    with pytest.raises(RuntimeException) as e_info:
        run(MODEL, a=np.zeros((2, 0), np.float32), b=np.zeros((0, 3), np.float32), c=np.ones(3, np.float32))
    print(f'{e_info.type.__name__}; {e_info.value}')
