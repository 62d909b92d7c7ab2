"""Programs that compile run in a server that has compiled before: they see the same as in a process of their own, and cannot spoil it for those
that come after them.
"""
import json
import os

from _assay import assay, check, finish, need_environment, scratch, skip

need_environment("torch")

COMPILES = """import os, sys, torch
warm = "torch._inductor.codecache" in sys.modules
@torch.compile
def f(x): return x.cos() * 2
print(f(torch.zeros(3)).tolist(), warm, sum(torch._dynamo.utils.counters["stats"].values()))
"""
SPOILS = COMPILES + """
import glob, shutil
shown = [p for p in glob.glob("/tmp/warm/**", recursive=True) if os.path.isfile(p)]
print("shown", len(shown) > 0)
for path in shown:
    for spoil in (lambda: open(path, "r+b").write(b"x"), lambda: os.unlink(path), lambda: os.chmod(path, 0o777), lambda: os.rename(path, "/tmp/x")):
        try:
            spoil()
            print("spoilt", path)
        except OSError:
            pass
shutil.rmtree("/tmp/torchinductor_user")
"""
# Other options want headers of their own, beside those that are there.
OTHER = COMPILES.replace("@torch.compile\n", "import torch._inductor.config\ntorch._inductor.config.cpp.simdlen = 0\n@torch.compile\n")

folder = scratch("assay-warm-")
names = []
for name, text in (("a_first", COMPILES), ("b_spoils", SPOILS), ("c_after", COMPILES), ("d_other", OTHER)):
    names.append(f"{folder}/{name}.py")
    with open(names[-1], "w") as f:
        f.write(text)
r = assay("run", *names, "--env", "torch", "--timeout", "300s", "--jobs", "1", "--json", timeout=1400)
results = {os.path.basename(x["program"])[:-3]: x for x in json.loads(r.stdout or "[]")}
check("all were run", len(results) == len(names), r.stdout + r.stderr)
for name, warm in (("a_first", False), ("b_spoils", True), ("c_after", True), ("d_other", True)):
    x = results.get(name, {})
    lines = x.get("stdout", "").splitlines()
    first = lines[0].split("]") if lines else ["", ""]
    if x.get("sandbox") not in ("bubblewrap", "namespaces"):
        skip("no server is kept warm with this sandbox")
    counted = first[1].split()[-1:] if len(first) > 1 else []
    ok = x.get("status") == "valid" and first[0] == "[2.0, 2.0, 2.0" and f" {warm} " in first[1] + " " and "spoilt" not in x["stdout"]
    # What the server compiled is forgotten.
    ok = ok and counted == results["a_first"]["stdout"].split()[-1:] if name != "b_spoils" else ok and lines[1:2] == ["shown True"]
    check(name, ok, x)
finish()
