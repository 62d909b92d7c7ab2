"""Targets and verdicts: planted faults are named, real frameworks agree with the reference, known defects show."""
import json
import os
import subprocess
import tempfile

from _assay import HOME, assay, check, finish, need_environment, python_of

FAKES = os.path.join(HOME, "tests", "fakes", "backends")


def statuses(*args):
    r = assay("check", *args, "--json")
    try:
        return r.returncode, {t["name"]: t for t in json.loads(r.stdout)["targets"]}
    except (ValueError, KeyError):
        print(r.stderr)
        return r.returncode, {}


need_environment("onnxruntime")
relu = os.path.join(HOME, "tests", "fakes", "relu.onnx")
EXPECTED = {"right": "ok", "wrong": "wrong", "nan": "wrong", "shape": "wrong", "type": "wrong", "moody": "nondeterministic",
            "raises": "rejected", "gap": "unsupported", "unsupported": "unsupported", "aborts": "crash",
            "flaky": "nondeterministic", "hangs": "hang"}
names = ",".join("faulty:" + mode for mode in EXPECTED)
code, seen = statuses(relu, "--backend-dir", FAKES, "--targets", names)
check("findings give exit code 1", code == 1, code)
for mode, status in EXPECTED.items():
    got = seen.get("faulty:" + mode, {})
    check(f"planted fault {mode}", got.get("status") == status, got)
wrong = (seen.get("faulty:wrong", {}).get("outputs") or [{}])[0]
check("the wrong element is named", wrong.get("worst_index") == 1 and abs(wrong["got"] - wrong["truth"]) > 9e-4 and
      wrong["bound"] < 1e-6, wrong)
check("stage and message of a refusal", seen["faulty:raises"].get("stage") == "load" and
      "taste" in seen["faulty:raises"].get("message", ""), seen.get("faulty:raises"))
check("a crash names its signal", seen["faulty:aborts"].get("kind") == "abort", seen.get("faulty:aborts"))

r = assay("check", relu, "--backend-dir", FAKES, "--targets", "faulty:right,faulty:wrong")
check("the table names who is wrong", "wrong" in r.stdout and "faulty:wrong" in r.stdout and "truth" in r.stdout, r.stdout)
r = assay("check", relu, "--targets", "faulty:right", env=dict(os.environ, ASSAY_BACKEND_DIR=FAKES))
check("manifests by environment variable", r.returncode == 0, r.stderr)
r = assay("check", relu, "--backend-dir", "/nonexistent", "--targets", "faulty:right")
check("a missing manifest folder is named", r.returncode == 2 and "/nonexistent" in r.stderr, r.stderr)

# Inputs from files.
with tempfile.TemporaryDirectory() as folder:
    make = ("import numpy as np, sys; f = sys.argv[1]; x = np.array([[-1, 2, 3], [4, -5, 6]], np.float32);"
            "np.savez(f + '/good.npz', x=x); np.savez_compressed(f + '/packed.npz', x=np.asfortranarray(x));"
            "np.savez(f + '/type.npz', x=x.astype(np.float64)); np.savez(f + '/name.npz', z=x); np.savez(f + '/more.npz', x=x, z=x)")
    subprocess.run([python_of("onnxruntime"), "-c", make, folder], check=True)
    for name in ("good", "packed"):
        code, seen = statuses(relu, "--inputs", f"{folder}/{name}.npz", "--targets", "reference,onnxruntime")
        check(f"{name}.npz", code == 0 and seen["onnxruntime"]["status"] == "ok", seen)
    for name, word in (("type", "float64"), ("name", "'x'"), ("more", "'z'"), ("none", "none.npz")):
        r = assay("check", relu, "--inputs", f"{folder}/{name}.npz", "--targets", "reference")
        check(f"{name}.npz is refused with a reason", r.returncode == 2 and word in r.stderr, r.stderr)

# Real frameworks.
listed = json.loads(assay("targets", "--json").stdout)
ready = [t["name"] for t in listed if t["ready"]]
print("ready:", ", ".join(ready))
check("onnxruntime is ready", "onnxruntime" in ready, listed)
check("targets have all keys", all(set(t) >= {"name", "framework", "version", "device", "mode", "ready", "reason", "fix"} for t in listed))
check("what is not ready says why", all(t["reason"] for t in listed if not t["ready"]), listed)
# torch:compile builds its headers first, and the frameworks outside the first release are not held to this.
FIRST = ("onnxruntime", "openvino", "opencv", "torch", "tensorflow", "litert", "jax", "tvm")
quick = [t for t in ready if t.split(":")[0] in FIRST and t != "torch:compile"]
code, seen = statuses("examples/lenet.onnx", "--targets", ",".join(["reference"] + quick))
check("LeNet is right everywhere", code == 0 and all(t["status"] in ("ok", "unsupported") for t in seen.values()),
      {k: (v["status"], v.get("message")) for k, v in seen.items()})
code, seen = statuses("examples/lenet.onnx", "--targets", "reference,onnxruntime,onnxruntime:opt=off", "--layers")
check("layers of LeNet", code == 0, seen)
r = json.loads(assay("check", "examples/lenet.onnx", "--targets", "onnxruntime,onnxruntime:opt=off", "--layers", "--json").stdout)
pairs = {tuple(row["pair"]) for row in r["layers"]}
check("the layer table has every pair", pairs == {("reference", "onnxruntime"), ("reference", "onnxruntime:opt=off"),
                                                  ("onnxruntime", "onnxruntime:opt=off")}, pairs)
# Zero points per channel, which the standard admits.
REFUSED = {"onnxruntime": {"test_convinteger_with_padding"}}
for target in ("onnxruntime", "torch:eager", "jax:jit", "tensorflow:eager"):
    if target not in ready:
        print("not ready:", target)
        continue
    out = json.loads(assay("conform", "--target", target, "--filter", "test_conv*", "--json").stdout)
    check(f"convolutions on {target}", {test["name"] for test in out["failed"]} == REFUSED.get(target, set()) and out["passed"] > 5, out)
finish()
