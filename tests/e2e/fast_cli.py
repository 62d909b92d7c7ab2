"""The command line as a new user meets it: help, mistakes, good and bad models, exit codes."""
import json
import os
import tempfile

from _assay import HOME, assay, check, finish

r = assay("--version")
check("version", r.returncode == 0 and r.stdout.startswith("assay "), r.stdout)
r = assay("help")
check("help lists the commands", r.returncode == 0 and "check" in r.stdout and "conform" in r.stdout, r.stdout)
for command in ("check", "conform", "targets", "doctor"):
    r = assay(command, "--help")
    check(f"{command} --help", r.returncode == 0 and "--json" in r.stdout, r.stdout)
r = assay()
check("no command is bad usage", r.returncode == 2, r.returncode)
r = assay("chekc")
check("a mistyped command is corrected", r.returncode == 2 and "'check'" in r.stderr, r.stderr)
r = assay("mirror", "tabel")
check("so is what a command is asked for", r.returncode == 2 and "'table'" in r.stderr and "rewrite" in r.stderr, r.stderr)
r = assay("mirror")
check("a command says what it can be asked for", r.returncode == 2 and "rewrite, pairs" in r.stderr, r.stderr)
r = assay("check", "--no-such-flag")
check("an unknown flag is bad usage", r.returncode == 2 and "--help" in r.stderr, r.stderr)
r = assay("check", "missing.onnx")
check("a missing file is named", r.returncode == 2 and "missing.onnx" in r.stderr, r.stderr)
r = assay("check", "examples/lenet.onnx", "--targets", "nonesuch")
check("an unknown target is named", r.returncode == 2 and "nonesuch" in r.stderr and "reference" in r.stderr, r.stderr)
r = assay("check", "examples/lenet.onnx", "--dim", "batch")
check("a malformed --dim is explained", r.returncode == 2 and "NAME=SIZE" in r.stderr, r.stderr)

r = assay("check", "examples/lenet.onnx", "--targets", "reference")
check("LeNet is evaluated", r.returncode == 0 and "undetermined" in r.stdout, r.stdout + r.stderr)
r = assay("check", "examples/lenet.onnx", "--targets", "reference", "--seed", "3", "--json")
check("LeNet as JSON", r.returncode == 0, r.stderr)
out = json.loads(r.stdout or "{}")
target = (out.get("targets") or [{}])[0]
check("JSON names model, outputs, targets", out.get("outputs") and target.get("name") == "reference" and target.get("status") == "ok", out)
check("JSON has figures", all(k in target for k in ("load_ms", "run_ms", "peak_mb")), target)
first = (target.get("outputs") or [{}])[0]
check("JSON has bounds", 0 < first.get("max_bound", 0) < 0.5 and first.get("undetermined") == 0, first)

bad = os.path.join(HOME, "examples", "bad")
names = sorted(n for n in os.listdir(bad) if n.endswith(".onnx"))
check("five bad examples are shown", len(names) >= 5, names)
for name in names:
    r = assay("check", os.path.join("examples", "bad", name), "--targets", "reference")
    check(f"{name} is refused with a reason", r.returncode == 2 and len(r.stderr.strip()) > 20, f"{r.returncode}: {r.stderr}")

whole = open(os.path.join(HOME, "examples", "lenet.onnx"), "rb").read()
with tempfile.TemporaryDirectory() as folder:
    for i, cut in enumerate((0, 1, 7, 100, len(whole) // 2, len(whole) - 1)):
        path = os.path.join(folder, f"cut{i}.onnx")
        with open(path, "wb") as f:
            f.write(whole[:cut])
        r = assay("check", path, "--targets", "reference")
        check(f"the first {cut} bytes alone are refused", r.returncode == 2 and path in r.stderr, f"{r.returncode}: {r.stderr}")
finish()
