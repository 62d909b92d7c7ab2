"""Packs in the importers of Python workers: every member has its own opset, and who fails is left out without harm to the others."""
import os
import subprocess
import tempfile

from _assay import HOME, check, finish, need_environment, python_of

PROGRAM = '''
import sys
sys.path.insert(0, sys.argv[1])
import numpy as np
from onnx import TensorProto, helper

from assay_worker import Optional
worker, mode = sys.argv[2:4]
worker = getattr(__import__(worker), sys.argv[4])()
problem = worker.start().problem
assert not problem, problem


def value(name, shape, kind=TensorProto.FLOAT):
    return helper.make_tensor_value_info(name, kind, shape)


# Softmax flattens to two axes below opset 13. The second member has an operator that nobody knows.
nodes = [helper.make_node("Softmax", ["m0_x"], ["m0_y"], axis=1),
         helper.make_node("NoSuchThing", ["m1_x"], ["m1_y"]),
         helper.make_node("Softmax", ["m2_x"], ["m2_y"], axis=1),
         helper.make_node("Add", ["m3_x", "m3_w"], ["m3_y"])]
weight = helper.make_tensor("m3_w", TensorProto.FLOAT, [1], [2.0])
names = [f"m{i}_" for i in range(4)]
graph = helper.make_graph(nodes, "pack", [value(n + "x", [2, 2, 2]) for n in names], [value(n + "y", [2, 2, 2]) for n in names], [weight])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
helper.set_model_props(model, {"member_opsets": "11 13 13 17"})
x = np.arange(8, dtype=np.float32).reshape(2, 2, 2)
inputs, wanted = {n + "x": x for n in names}, [n + "y" for n in names]
compiled = worker.compile(worker.load(model.SerializeToString(), mode), inputs)
for _ in range(2):
    found = worker.run(compiled, inputs, wanted)
    e = np.exp(x)
    assert np.allclose(found["m0_y"], e / e.sum((1, 2), keepdims=True), atol=1e-5), found
    assert np.allclose(found["m2_y"], e / e.sum(1, keepdims=True), atol=1e-5), found
    assert np.array_equal(found["m3_y"], x + 2), found
    assert isinstance(found["m1_y"], Optional) and found["m1_y"].value is None, found
print("held")
'''
WORKERS = (("torch", "torch_worker", "TorchWorker", ("jit", "compile", "compile-quick", "dynamo", "aot-eager", "inductor")), ("jax", "jax_worker", "JaxWorker", ("jit", "jit-quick")),
           ("tensorflow", "tensorflow_worker", "TensorFlowWorker", ("xla",)))

need_environment(*(environment for environment, *_ in WORKERS))
with tempfile.TemporaryDirectory() as folder:
    program = os.path.join(folder, "pack_test.py")
    with open(program, "w") as f:
        f.write(PROGRAM)
    cache = os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "assay", "inductor")
    environment = dict(os.environ, OMP_NUM_THREADS="1", TORCHINDUCTOR_COMPILE_THREADS="1", TORCHINDUCTOR_VEC_ISA_OK="1", TORCHINDUCTOR_CACHE_DIR=cache,
                       TORCHINDUCTOR_FX_GRAPH_CACHE="0", TORCHINDUCTOR_AUTOGRAD_CACHE="0", TF_CPP_MIN_LOG_LEVEL="3")
    for name, module, kind, modes in WORKERS:
        for mode in modes:
            r = subprocess.run([python_of(name), "-B", program, os.path.join(HOME, "workers/python"), module, mode, kind], capture_output=True, text=True,
                               env=environment, cwd=folder, timeout=600)
            check(f"{name}:{mode}", r.stdout.endswith("held\n"), r.stdout + r.stderr[-2000:])
finish()
