import numpy as np
import onnx
import onnx.parser
import onnxruntime
import pytest
from onnxruntime.capi.onnxruntime_pybind11_state import NotImplemented

MODEL = """
<ir_version: 8, opset_import: ["" : 13]>
g (double[3] x) => (double[1] y) { y = ReduceProd (x) }
"""


def run(model, **inputs):
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(
        onnx.parser.parse_model(model).SerializeToString(), options, providers=["CPUExecutionProvider"])
    return session.run(None, inputs)


def test_f():
    # The standard lists double among the types of ReduceProd since version 1.
    with pytest.raises(NotImplemented) as e_info:
        run(MODEL, x=np.array([1.0, 3.0, 2.0]))
    print(f'{e_info.type.__name__}; {e_info.value}')
