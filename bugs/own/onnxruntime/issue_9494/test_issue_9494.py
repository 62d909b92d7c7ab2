import numpy as np
import onnx
import onnx.parser
import onnxruntime
import pytest
from onnxruntime.capi.onnxruntime_pybind11_state import NotImplemented

MODEL = """
<ir_version: 8, opset_import: ["" : 14]>
g (bool[3,3] x) => (bool[3,3] y) { y = Trilu (x) }
"""


def run(model, **inputs):
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(
        onnx.parser.parse_model(model).SerializeToString(), options, providers=["CPUExecutionProvider"])
    return session.run(None, inputs)


def test_f():
    # The standard gives Trilu every tensor type.
    with pytest.raises(NotImplemented) as e_info:
        run(MODEL, x=np.ones((3, 3), bool))
    print(f'{e_info.type.__name__}; {e_info.value}')
