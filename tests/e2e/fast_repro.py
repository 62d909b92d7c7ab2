"""assay findings repro: a real defect of ONNX Runtime as a stand-alone file; the writers' own rules; mistakes."""
import json
import os
import subprocess
import tempfile

from _assay import HANG_SECONDS, HOME, assay, check, finish, need_environment, python_of

need_environment("onnxruntime", "onnx-conformance")

# Run where onnx is: values and models survive being written down.
WRITERS = r"""
import sys
sys.path.insert(0, "repro")
import base64, zlib
import ml_dtypes, numpy as np, onnx
from onnx import AttributeProto, TensorProto, helper, numpy_helper
from literals import array_source
from onnx_source import model_source
from calls import Recorder
rng = np.random.default_rng(1)
arrays = [np.array([0.1, -0.0, np.nan, np.inf, -np.inf], np.float32), np.float64(0.1) * np.ones((2, 0, 3)),
          np.full((4, 5), 7, np.int8), np.arange(30, dtype=np.int64).reshape(5, 6), rng.normal(size=(9, 9)),
          np.array(True), np.array([1.5, 3], ml_dtypes.bfloat16), np.array([-8, 7], ml_dtypes.int4),
          np.array([["a b", "it's"]], object), np.array([65504, 6e-8], np.float16), np.array([2**64 - 1], np.uint64),
          np.array([0.0] * 40 + [-0.0])]
for a in arrays:
    b = eval(array_source(a))
    same = b.tolist() == a.tolist() if a.dtype == object else b.tobytes() == a.tobytes()
    assert same and a.dtype == b.dtype and a.shape == b.shape, array_source(a)
texts = ["<ir_version: 8, opset_import: ['' : 17]> g (float[N, 2] x) => (float[N, 2] y) "
         "<float[2] w = {1, 2}> { y = Add(x, w) }",
         "<ir_version: 8, opset_import: ['' : 17]> g (bool c, float[2] x) => (float[2] y) { y = If (c) <"
         "then_branch = a () => (float[2] r) { r = Neg(x) }, else_branch = b () => (float[2] s) { s = Relu(x) }> }",
         "<ir_version: 8, opset_import: ['' : 17, 'd' : 1]> g (float[2] x) => (float[2] y) { y = d.f(x) }"
         "<domain: 'd', opset_import: ['' : 17]> f (a) => (b) { b = Neg(a) }"]
for text, built in zip(texts, (True, True, False)):
    model = onnx.parser.parse_model(text.replace("'", '"'))
    source = model_source(model)
    names = {}
    exec("import base64, zlib\nimport numpy as np, onnx\nfrom onnx import TensorProto, helper, numpy_helper\n" +
         source, names)
    onnx.checker.check_model(names["model"])
    assert ("make_graph" in source) == built, source
import template
from ways import WAYS, way_of
assert all(template.exists(name) for name, _, _ in WAYS.values())
assert way_of("torch", "compile") is None and way_of("openvino", "path=ir")[0] == "openvino_saved"
for target in (("torch", "path=jit"), ("torch", "layers"), ("tensorflow", "keras")):
    try:
        assert not way_of(*target), target
        raise SystemExit(f"{target} has no template and got one")
    except LookupError:
        pass
    assert [n.op_type for n in names["model"].graph.node] == [n.op_type for n in model.graph.node]
class T:
    pass
x, y, z = T(), T(), T()
r = Recorder(lambda v: isinstance(v, T), lambda v: None, lambda v: "constant")
r.argument("x", x)
r.call("m.f", lambda a, n: y, (x,), {"n": 3})
r.call("m.unused", lambda a: T(), (x,), {})
r.call("__radd__", lambda a, b: z, (y, 2), {}, method=True)
assert r.body([z]) == (["t1 = m.f(x, n=3)", "t3 = 2 + t1"], ["t3"]), r.body([z])
print("fine")
"""
r = subprocess.run([python_of("onnx-conformance"), "-c", WRITERS], cwd=HOME, capture_output=True, text=True, timeout=HANG_SECONDS)
check("values, models and calls are written as they are", r.stdout == "fine\n", r.stdout + r.stderr)

with tempfile.TemporaryDirectory() as folder:
    model, store, out = (os.path.join(folder, name) for name in ("m.txt", "f.db", "repro.py"))
    with open(model, "w") as f:
        f.write("graph (x: float64[3]) -> (y) { y = Shrink<bias=0.25, lambd=0.5>(x) }\n")
    assay("check", model, "--seed", "1", "--targets", "onnxruntime", "--store", store)
    found = json.loads(assay("findings", "list", "--store", store, "--json").stdout or "[]")
    check("there is a finding", len(found) == 1, found)
    if found:
        finding = found[0]["id"]
        r = assay("findings", "repro", finding, "--store", store, "--out", out)
        text = open(out).read() if os.path.exists(out) else ""
        check("the file shows it", r.returncode == 1 and "BUG" in r.stdout and "expected:" in r.stdout, r.stdout + r.stderr)
        check("it stands alone and is short", text and "assay" not in text.lower() and len(text.splitlines()) <= 60, text)
        fact = json.loads(assay("findings", "show", finding, "--store", store, "--json").stdout or "{}").get("repro", {})
        check("it is kept with what its run gave", fact.get("text") == text and fact.get("checked") and fact.get("shows")
              and fact.get("exit") == 1 and fact.get("lines") == len(text.splitlines()), fact)
        r = assay("findings", "repro", finding, "--store", store, "--json")
        check("the file that was kept is run again", r.returncode == 1 and json.loads(r.stdout)["text"] == text, r.stderr)
    r = assay("findings", "repro", "nonesuch", "--store", store)
    check("an unknown id is an error", r.returncode == 2 and "nonesuch" in r.stderr, r.stderr)
    r = assay("findings", "repro", "f0", "--store", os.path.join(folder, "none.db"))
    check("a missing store is an error", r.returncode == 2 and "none.db" in r.stderr, r.stderr)
finish()
