"""`assay zoo` as a user meets it: the list, building, mistakes."""
import json
import os
import tempfile

from _assay import assay, check, finish

r = assay("zoo", "list", "--json")
models = json.loads(r.stdout or "[]")
check("the list", r.returncode == 0 and len(models) >= 29, r.stderr)
for m in models:
    check(f"{m.get('name')} is described", all(m.get(k) for k in ("name", "task", "dataset", "meaning")) and isinstance(m.get("study"), bool), m)
    small = m.get("small", {})
    check(f"{m.get('name')} has figures", small.get("nodes", 0) > 5 and small.get("parameters", 0) > 1000 and small.get("operators"), small)
r = assay("zoo")
check("without a word it lists", r.returncode == 0 and "lenet5-mnist" in r.stdout, r.stderr)

with tempfile.TemporaryDirectory() as folder:
    r = assay("zoo", "build", folder, "--model", "lenet5-mnist", "gpt", "--json")
    built = json.loads(r.stdout or "[]")
    check("two models are built", r.returncode == 0 and [b["name"] for b in built] == ["lenet5-mnist", "gpt"], r.stderr)
    check("only those", sorted(os.listdir(folder)) == ["gpt.npz", "gpt.onnx", "lenet5-mnist.npz", "lenet5-mnist.onnx"], os.listdir(folder))
    first = open(f"{folder}/gpt.onnx", "rb").read()
    assay("zoo", "build", folder, "--model", "gpt")
    check("the same seed gives the same file", open(f"{folder}/gpt.onnx", "rb").read() == first)
    assay("zoo", "build", folder, "--model", "gpt", "--seed", "2")
    check("another seed gives another", open(f"{folder}/gpt.onnx", "rb").read() != first)
    r = assay("check", f"{folder}/lenet5-mnist.onnx", "--inputs", f"{folder}/lenet5-mnist.npz", "--targets", "reference", "--json")
    check("what was built is checked with its inputs", r.returncode == 0 and json.loads(r.stdout)["targets"][0]["status"] == "ok", r.stderr)
    r = assay("zoo", "build", folder, "--model", "resnet50-cifar1")
    check("an unknown model is corrected", r.returncode == 2 and "resnet50-cifar10" in r.stderr, r.stderr)
    r = assay("zoo", "build", folder, "--size", "huge")
    check("an unknown size is explained", r.returncode == 2 and "small or full" in r.stderr, r.stderr)
    open(f"{folder}/file", "w").close()
    r = assay("zoo", "build", f"{folder}/file")
    check("a file is not a folder", r.returncode == 2 and f"{folder}/file" in r.stderr, r.stderr)
    r = assay("zoo", "build", "/proc/nonesuch", "--model", "lenet5-mnist")
    check("a folder that cannot be made is named", r.returncode == 2 and "/proc/nonesuch" in r.stderr, r.stderr)
r = assay("zoo", "build")
check("build needs a folder", r.returncode == 2 and "folder" in r.stderr, r.stderr)
r = assay("zoo", "buidl")
check("an unknown word is explained", r.returncode == 2 and "build" in r.stderr, r.stderr)
finish()
