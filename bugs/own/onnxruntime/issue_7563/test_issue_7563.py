import numpy as np
import onnx
import onnx.parser
import onnxruntime
import pytest
from onnxruntime.capi.onnxruntime_pybind11_state import RuntimeException

MODEL = """
<ir_version: 8, opset_import: ["" : 11]>
g (float[2,0] x) => (float[2] y) { y = ReduceSum <axes = [1], keepdims = 0> (x) }
"""


def run(model, **inputs):
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(
        onnx.parser.parse_model(model).SerializeToString(), options, providers=["CPUExecutionProvider"])
    return session.run(None, inputs)


def test_f():
    # The sum of no elements is 0: the answer is [0, 0].
    with pytest.raises(RuntimeException) as e_info:
        run(MODEL, x=np.zeros((2, 0), np.float32))
    print(f'{e_info.type.__name__}; {e_info.value}')
