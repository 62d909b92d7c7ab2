"""assay fuzz --stage train on the frameworks that are installed: they train, and nobody is blamed for how he trains."""
import json
import os
import tempfile

from _assay import assay, assay_json, check, finish, skip

WANTED = ("torch:eager", "torch:inplace", "tensorflow:eager", "jax:eager")
CASES = 24

listed = assay_json("targets")
ready = {t["name"].split(":")[0] for t in listed if t["ready"]}
targets = [name for name in WANTED if name.split(":")[0] in ready]
if not targets:
    skip("none of torch, tensorflow and jax is installed")
for target in targets:
    with tempfile.TemporaryDirectory() as folder:
        r = assay("fuzz", "--stage", "train", "--targets", target, "--cases", str(CASES), "--nodes", "6", "--seeds", "tasks", "--seed", "3", "--store",
                  os.path.join(folder, "f.db"), "--json", "--quiet")
        seen = json.loads(r.stdout or "{}")
        trained = seen.get("targets", {}).get(target, {}).get("statuses", {}).get("ok", 0)
        check(f"{target} trains", trained >= CASES / 2, r.stdout + r.stderr)
        blamed = [(f["kind"], f["message"]) for f in seen.get("findings", []) if f["stage"] == "train"]
        check(f"{target} is not blamed", not blamed, blamed)
finish()
