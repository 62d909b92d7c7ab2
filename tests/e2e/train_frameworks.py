"""assay fuzz --stage train on the frameworks that are installed: they train, and nobody is blamed for how he trains."""
import json
import os
import subprocess
import sys
import tempfile

BIN = os.environ["ASSAY_BIN"]
WANTED = ("torch:eager", "torch:inplace", "tensorflow:eager", "jax:eager")
CASES = 24
failures = 0


def check(what, holds, detail=""):
    global failures
    if not holds:
        failures += 1
        print(f"FAIL {what}: {detail}")


listed = json.loads(subprocess.run([BIN, "targets", "--json"], capture_output=True, text=True).stdout)
ready = {t["name"].split(":")[0] for t in listed if t["ready"]}
targets = [name for name in WANTED if name.split(":")[0] in ready]
if not targets:
    print("none of torch, tensorflow and jax is installed")
    sys.exit(77)
for target in targets:
    with tempfile.TemporaryDirectory() as folder:
        r = subprocess.run([BIN, "fuzz", "--stage", "train", "--targets", target, "--cases", str(CASES), "--nodes", "6", "--seeds", "tasks",
                            "--seed", "3", "--store", os.path.join(folder, "f.db"), "--json", "--quiet"], capture_output=True, text=True, timeout=600)
        seen = json.loads(r.stdout or "{}")
        trained = seen.get("targets", {}).get(target, {}).get("statuses", {}).get("ok", 0)
        check(f"{target} trains", trained >= CASES / 2, r.stdout + r.stderr)
        blamed = [(f["kind"], f["message"]) for f in seen.get("findings", []) if f["stage"] == "train"]
        check(f"{target} is not blamed", not blamed, blamed)
sys.exit(1 if failures else 0)
