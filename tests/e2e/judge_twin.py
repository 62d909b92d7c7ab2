"""assay judge --oracle twin on real frameworks: calls are carried over, numbers agree, conventions accuse nobody."""
import json
import os
import subprocess
import sys
import tempfile

BIN, HOME = os.environ["ASSAY_BIN"], os.environ["ASSAY_HOME"]
for name in ("torch", "jax"):
    if not os.path.exists(f"{HOME}/build/envs/{name}/bin/python"):
        print(f"no environment {name}")
        sys.exit(77)
failures = 0


def check(what, holds, detail=""):
    global failures
    if not holds:
        failures += 1
        print(f"FAIL {what}: {str(detail)[:1500]}")


with tempfile.TemporaryDirectory() as d:
    # sinc and log are the same everywhere (whatever the order they are asked in); equal is a false friend: one answer here, one per element there.
    r = subprocess.run([BIN, "judge", "--api", "torch.sinc", "--api", "torch.log", "--api", "torch.Tensor.equal", "--oracle", "twin", "--llm", "none", "--jobs", "1",
                        "--store", f"{d}/t.db", "--json"], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=300, cwd=HOME)
    out = json.loads(r.stdout or "{}")
    verdicts = out.get("oracles", {}).get("twin", {})
    check("twins agree", r.returncode == 0 and verdicts.get("holds", 0) >= 40, r.stdout + r.stderr)
    check("nobody is accused", out.get("findings") == [] and "broken" not in verdicts, out.get("findings"))
    check("every program is counted", out.get("programs") == sum(out.get("statuses", {}).values()), out.get("statuses"))
sys.exit(1 if failures else 0)
