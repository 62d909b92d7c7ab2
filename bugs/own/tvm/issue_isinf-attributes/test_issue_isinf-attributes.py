"""IsInf ignores its attributes.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import numpy as np
import onnx.parser
import tvm
from tvm import relax
from tvm.relax.frontend.onnx import from_onnx

MODEL = """
<ir_version: 8, opset_import: ["" : 20]>
g (float[2] x) => (bool[2] y) { y = IsInf<detect_negative = 0>(x) }
"""


def run(*inputs):
    """Its outputs, or the error that it ends with."""
    try:
        module = relax.transform.LegalizeOps()(from_onnx(onnx.parser.parse_model(MODEL), keep_params_in_input=False))
        machine = relax.VirtualMachine(tvm.compile(module, target="llvm"), tvm.cpu())
        outputs = machine["main"](*map(tvm.runtime.tensor, inputs))
        return [output.numpy() for output in (outputs if isinstance(outputs, (list, tuple, tvm.ir.Array)) else [outputs])]
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def seen():
    return run(np.array([np.inf, -np.inf], np.float32))


def test_f():
    value = seen()
    print(value)
    assert value[0].tolist() == [True, True]


def right_f():
    value = seen()
    print(value)
    assert value[0].tolist() == [True, False]
