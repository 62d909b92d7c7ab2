"""assay fuzz --stage train: planted faults of training are found and named, the unbroken worker is not blamed."""
import json
import os
import subprocess
import tempfile

from _assay import BACKENDS, PLANTED_WORKER, assay, check, finish, need_planted_worker

need_planted_worker()


def asked(*words):
    """Also of what is refused, which prints no JSON."""
    r = assay(*words)
    try:
        return r, json.loads(r.stdout)
    except ValueError:
        return r, {}


def fuzz(folder, targets, *more):
    store = os.path.join(folder, "f.db")
    seeds = [] if "--seeds" in more else ["--seeds", "none"]
    r = assay("fuzz", "--stage", "train", "--targets", targets, "--backend-dir", BACKENDS, "--store", store, *seeds, "--jobs", "2", "--json", "--quiet", *more,
              cwd=folder)
    return r, json.loads(r.stdout or "{}"), store


with tempfile.TemporaryDirectory() as folder:
    r, seen, store = fuzz(folder, "planted", "--cases", "30", "--nodes", "4")
    check("the unbroken worker trains", r.returncode == 0 and seen["targets"]["planted"]["statuses"].get("ok", 0) >= 25, r.stdout + r.stderr)
    check("the stage is told", seen.get("stage") == "train", seen.get("stage"))
    r, seen, store = fuzz(folder, "planted", "--resume", "--cases", "40")
    check("--resume keeps the stage", r.returncode == 0 and seen.get("stage") == "train" and seen["resumed_cases"] > 20 and seen["cases"] > seen["resumed_cases"], r.stdout + r.stderr)

for fault, kind in (("train-nan-gradient", "nan-gradient"), ("train-gradient-clipped", "gradient"), ("train-adam-uncorrected", "step"),
                    ("train-loss-summed", "loss")):
    with tempfile.TemporaryDirectory() as folder:
        r, seen, store = fuzz(folder, f"planted,planted:{fault}", "--cases", "60", "--max-findings", "1", "--nodes", "4")
        found = seen.get("findings", [])
        check(f"{fault} is found as {kind}", any(f["kind"] == kind for f in found), [(f["kind"], f["message"]) for f in found] or r.stderr)
        check(f"{fault} is blamed on the broken one", all(f["target"] == f"planted:{fault}" for f in found), found)
        if found:
            show = assay("findings", "show", found[0]["id"], "--store", store, "--json")
            recipe = json.loads(show.stdout or "{}").get("sightings", [{}])[0].get("recipe", "")
            check("the settings of the training are kept", '"optimizer"' in recipe and '"seed"' in recipe, show.stdout + show.stderr)
            more = ("--store", store, "--backend-dir", BACKENDS, "--json")
            r, seen = asked("findings", "confirm", found[0]["id"], "--runs", "2", *more)
            check(f"{fault} is confirmed by training again", seen.get("shown") == 2 and r.returncode == 1, r.stdout + r.stderr)
            r, seen = asked("findings", "retest", found[0]["id"], *more)
            check(f"{fault} is still there", seen.get("counts") == {"still there": 1}, r.stdout + r.stderr)
            r, seen = asked("findings", "retest", found[0]["id"], "--targets", "planted:train-nesterov-ignored", *more)
            check(f"{fault} is not in another mode", seen.get("counts") == {"not in this mode": 1}, r.stdout + r.stderr)

with tempfile.TemporaryDirectory() as folder:
    r, seen, store = fuzz(folder, "planted:train-gradient-clipped", "--cases", "20", "--max-findings", "1", "--nodes", "8")
    more = ("--store", store, "--backend-dir", BACKENDS, "--json")
    r, seen = asked("reduce", seen["findings"][0]["id"], *more)
    check("a finding of training is reduced", 0 < seen.get("nodes", 0) <= 2, r.stdout + r.stderr)
    r, again = asked("findings", "confirm", seen["id"], "--runs", "1", *more)
    check("the reduced case shows it", again.get("shown") == 1, r.stdout + r.stderr)
    for command in (("locate",), ("findings", "repro")):
        r, refused = asked(*command, seen["id"], *more)
        check(f"{command[-1]} says that it does not train", r.returncode == 2 and "trained" in r.stderr, r.stderr)

with tempfile.TemporaryDirectory() as folder:
    r, seen, store = fuzz(folder, "planted,planted:train-predicts-untrained", "--cases", "12", "--max-findings", "1", "--seeds",
                          "task:moons-mlp,task:clouds-cnn")
    found = seen.get("findings", [])
    check("a model that forgets what it learnt is found", [f["kind"] for f in found] == ["metric"] and
          found[0]["target"] == "planted:train-predicts-untrained", r.stdout + r.stderr)

r = assay("fuzz", "--stage", "dance")
check("an unknown stage is refused", r.returncode == 2 and all(name in r.stderr for name in ("construct", "train", "infer", "export")), r.stderr)
r = subprocess.run([PLANTED_WORKER, "list", "train"], capture_output=True, text=True)
check("the faults are listed", len(r.stdout.splitlines()) >= 10 and "train-wrong-momentum\t" in r.stdout, r.stdout)
finish()
