"""ScatterElements whose indices are shorter than the data along another axis writes in the wrong place.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import numpy as np
import onnx.parser
import tvm
from tvm import relax
from tvm.relax.frontend.onnx import from_onnx

MODEL = """
<ir_version: 8, opset_import: ["" : 17]>
g (double[2,3,2] x, int64[2,2,2] i, double[2,2,2] u) => (double[2,3,2] y) { y = ScatterElements<axis = 2>(x, i, u) }
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
    return run(np.zeros((2, 3, 2)), np.tile(np.arange(2), (2, 2, 1)), np.arange(1.0, 9).reshape(2, 2, 2))


def test_f():
    value = seen()
    print(value)
    assert value[0].ravel().tolist() == [1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0]


def right_f():
    value = seen()
    print(value)
    assert value[0].ravel().tolist() == [1, 2, 3, 4, 0, 0, 5, 6, 7, 8, 0, 0]
