"""Time and memory: planted waste is found and named, an unbroken worker is not blamed, a hang tells where; mistakes."""
import json
import os
import tempfile

from _assay import BACKENDS, assay, check, finish, need_planted_worker

need_planted_worker()


def look(folder, target, text, *flags):
    model = os.path.join(folder, "model.txt")
    with open(model, "w") as f:
        f.write(text)
    r = assay("check", model, "--targets", target, "--backend-dir", BACKENDS, "--seed", "1", "--json", *flags)
    return r, (json.loads(r.stdout) if r.returncode in (0, 1) else {})


ODD = "graph (x: float32[4,7]) -> (y) { y = Relu(x) }\n"
with tempfile.TemporaryDirectory() as folder:
    store = os.path.join(folder, "f.db")
    r, seen = look(folder, "planted:sleeps-at-odd-width", ODD, "--speed", "--store", store)
    kinds = [found["oracle"] for found in seen.get("resources", [])]
    # Sleeping is both; on a busy machine the larger size that it is held against may be too noisy to call it slow.
    check("an operator that sleeps at one size is found", {"slow", "idle"} & set(kinds) and r.returncode == 1, r.stdout + r.stderr)
    check("and named", "slow" not in kinds or any("Relu" in found["message"] for found in seen.get("resources", [])), seen)
    check("the operators have their times", seen.get("operators", [{}])[0].get("ms", {}).get("planted:sleeps-at-odd-width", 0) > 20, seen)
    listed = json.loads(assay("findings", "list", "--json", "--store", store).stdout or "[]")
    check("it is kept", [row["kind"] for row in listed] and {row["kind"] for row in listed} <= {"slow", "idle"}, listed)
    ratio = seen.get("operators", [{}])[0].get("ratio", {}).get("planted:sleeps-at-odd-width", {})
    check("and the ratio to the quickest target", ratio.get("median") == 1, ratio)
    # Either may be missing on a busy machine; the second is the steadier one.
    again = next((row["id"] for kind in ("idle", "slow") for row in listed if row["kind"] == kind), "-")
    where = ["--store", store, "--backend-dir", BACKENDS]
    r = assay("findings", "confirm", again, "--runs", "2", "--json", *where)
    check("it is confirmed by measuring", r.returncode == 1 and json.loads(r.stdout)["shown"] >= 1, r.stdout + r.stderr)
    r = assay("findings", "retest", again, "--json", *where)
    check("and still there when tested again", '"still there": 1' in r.stdout, r.stdout + r.stderr)
    r = assay("findings", "show", again, *where)
    check("the report speaks of time, not of results", "wastes time or memory" in " ".join(r.stdout.split()), r.stdout + r.stderr)
    for action in (["locate"], ["findings", "repro"]):
        r = assay(*action, again, *where)
        check(f"{action[-1]} refuses it and says why", r.returncode == 2 and "about time or memory" in r.stderr, r.stderr)
    r, seen = look(folder, "planted", ODD, "--speed", "--memory")
    check("nobody is blamed without a fault", r.returncode == 0 and seen.get("resources") == [], r.stdout + r.stderr)
    r, seen = look(folder, "planted:leaks-per-run", ODD, "--memory")
    check("a leak is found", [found["oracle"] for found in seen.get("resources", [])] == ["leak"], r.stdout + r.stderr)
    took = seen.get("memory", {}).get("targets", {}).get("planted:leaks-per-run", {})
    check("and what the process took", took.get("peak_mb", 0) > 1 and "device_peak_mb" not in took, seen.get("memory"))
    r, seen = look(folder, "planted:hang-on-shared-operand", "graph (x: float32[2,2]) -> (y) { y = Add(x, x) }\n", "--time-limit", "1")
    message = seen.get("targets", [{}])[-1].get("message", "")
    check("a hang tells where", "where it is stuck" in message and len(message.split("\n")) > 2, message)
r = assay("fuzz", "--resources", "-1", "--store", "/nowhere/x.db")
check("a negative share is refused", r.returncode == 2 and "--resources" in r.stderr, r.stderr)
finish()
