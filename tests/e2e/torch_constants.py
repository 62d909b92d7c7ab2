"""Constants of types that numpy only knows by name are made inside a trace of the PyTorch importer without harm: a view of
their bits would be recorded, and TorchScript does not take one."""
import os
import subprocess
import tempfile

from _assay import HOME, check, finish, need_environment, python_of

PROGRAM = '''
import sys
sys.path.insert(0, sys.argv[1])
import ml_dtypes
import numpy as np
from onnx import TensorProto, helper

from torch_worker import TorchWorker
worker = TorchWorker()
problem = worker.start().problem
assert not problem, problem
kind = TensorProto.BFLOAT16
constant = helper.make_node("Constant", [], ["w"], value=helper.make_tensor("w", kind, [2], [1.5, 2.0]))
filled = helper.make_node("ConstantOfShape", ["s"], ["f"], value=helper.make_tensor("v", kind, [1], [4.0]))
nodes = [constant, filled, helper.make_node("Add", ["x", "w"], ["t"]), helper.make_node("Add", ["t", "f"], ["y"])]
sizes = helper.make_tensor("s", TensorProto.INT64, [1], [2])
values = [helper.make_tensor_value_info(name, kind, [2]) for name in "xy"]
graph = helper.make_graph(nodes, "constants", values[:1], values[1:], [sizes])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)])
inputs = {"x": np.array([1, 2], ml_dtypes.bfloat16)}
compiled = worker.compile(worker.load(model.SerializeToString(), sys.argv[2]), inputs)
found = worker.run(compiled, inputs, ["y"])["y"]
assert found.dtype == ml_dtypes.bfloat16 and found.astype(float).tolist() == [6.5, 8.0], found
print("held")
'''

need_environment("torch")
with tempfile.TemporaryDirectory() as folder:
    program = os.path.join(folder, "constants.py")
    with open(program, "w") as f:
        f.write(PROGRAM)
    for mode in ("eager", "jit"):
        r = subprocess.run([python_of("torch"), "-B", program, os.path.join(HOME, "workers/python"), mode], capture_output=True, text=True,
                           timeout=300, env=dict(os.environ, OMP_NUM_THREADS="1"))
        check(f"torch:{mode} takes bfloat16 constants", "held" in r.stdout, r.stdout[-500:] + r.stderr[-1500:])
finish()
