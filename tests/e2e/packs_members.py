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
# What a member computes before it asks for it is learnt from the standard's evaluator: nothing of JAX is run for that.
LEARNT = '''
import sys
sys.path.insert(0, sys.argv[1])
import numpy as np
from onnx import TensorProto, helper
import jax_worker
import onnx_program

worker = jax_worker.JaxWorker()
worker.start()
ran = []
compute = onnx_program.OnDemand.compute
onnx_program.OnDemand.compute = lambda self, place, count: (ran.append(place), compute(self, place, count))


def value(name, shape, kind=TensorProto.FLOAT):
    return helper.make_tensor_value_info(name, kind, shape)


step = helper.make_graph([helper.make_node("Add", ["s", "s"], ["t"]), helper.make_node("Less", ["i", "m1_two"], ["c"])], "body",
                         [value("i", [], TensorProto.INT64), value("b", [], TensorProto.BOOL), value("s", [2, 3])],
                         [value("c", [], TensorProto.BOOL), value("t", [2, 3])])
nodes = [helper.make_node("Shape", ["m0_x"], ["m0_s"]), helper.make_node("Neg", ["m0_s"], ["m0_n"]), helper.make_node("Abs", ["m0_n"], ["m0_a"]),
         helper.make_node("Concat", ["m0_a", "m0_one"], ["m0_t"], axis=0), helper.make_node("Reshape", ["m0_x", "m0_t"], ["m0_y"]),
         helper.make_node("Add", ["m1_two", "m1_two"], ["m1_n"]),
         helper.make_node("Loop", ["m1_n", "", "m1_x"], ["m1_y"], body=step),
         helper.make_node("Relu", ["m2_x"], ["m2_r"]), helper.make_node("NonZero", ["m2_r"], ["m2_y"])]
numbers = [helper.make_tensor("m0_one", TensorProto.INT64, [1], [1]), helper.make_tensor("m1_two", TensorProto.INT64, [], [2])]
graph = helper.make_graph(nodes, "pack", [value(f"m{i}_x", [2, 3]) for i in range(3)],
                          [value("m0_y", [2, 3, 1]), value("m1_y", [2, 3]), value("m2_y", [2, None], TensorProto.INT64)], numbers)
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
for x in (np.arange(-2, 4, dtype=np.float32).reshape(2, 3), np.ones((2, 3), np.float32)):
    inputs = {f"m{i}_x": x for i in range(3)}
    compiled = worker.compile(worker.load(model.SerializeToString(), "jit-quick"), inputs)
    found = worker.run(compiled, inputs, ["m0_y", "m1_y", "m2_y"])
    assert np.array_equal(found["m0_y"], x[..., None]), found
    assert np.array_equal(found["m1_y"], x * 16), found
    assert np.array_equal(found["m2_y"], np.nonzero(x > 0)), found
    # Another input decides otherwise: compiled again, as NonZero's result has another shape.
    other = {name: -a for name, a in inputs.items()}
    assert np.array_equal(worker.run(compiled, other, ["m2_y"])["m2_y"], np.nonzero(x < 0))
assert not ran, ran
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
    r = subprocess.run([python_of("jax"), "-B", "-c", LEARNT, os.path.join(HOME, "workers/python")], capture_output=True, text=True, env=environment,
                       cwd=folder, timeout=600)
    check("jax: learnt", r.stdout.endswith("held\n"), r.stdout + r.stderr[-2000:])
finish()
