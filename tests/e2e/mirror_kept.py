"""Kept results of assay mirror run: they save time, but nobody is accused by them, and what speaks against a twin is looked for. Kept results are falsified here,
so that they tell of bugs that are not there."""
import glob
import json
import sys
import tempfile

from _assay import assay_json, check, finish, need_environment, without_models

need_environment("torch", "jax")
MARK = "\n@assay-recorded "
# No framework passes this check.
FAILS = "import torch\n\nx = torch.tensor([1.0, 2.0, 3.0])\ny = torch.cumsum(x, dim=0)\nassert float(y[2]) < 5.0\n"
WORKS = "import torch\n\nx = torch.tensor([1.0, 2.0, 4.0])\ny = torch.cumsum(x, dim=0)\nprint(y)\n"


def carry(program, *more):
    out = assay_json("mirror", "run", program, "--to", "jax", "--store", f"{folder}/m.db", "--jobs", "1", *more, timeout=1800,
                     env=without_models(XDG_CACHE_HOME=f"{folder}/cache"))
    return out, out["outputs"][0]


def falsify(inputs, uses, change):
    """change(outcome, recording) for each kept run on `inputs` of a program that has all of `uses` in its text; gives how many there were."""
    count = 0
    for path in glob.glob(f"{folder}/cache/assay/mirror/runs/*.json"):
        kept = json.load(open(path))
        _, name, text = kept["identity"].split("\n", 2)
        if name != inputs or not all(use in text for use in uses):
            continue
        printed, recording = kept["outcome"]["out"].split(MARK)
        recording = json.loads(recording)
        change(kept["outcome"], recording)
        kept["outcome"]["out"] = printed + MARK + json.dumps(recording) + "\n"
        json.dump(kept, open(path, "w"))
        count += 1
    return count


def passes(outcome, recording):
    """The check holds, as the last number is another one."""
    outcome.update(valid=True, exception="", message="", exit_code=0, line=0)
    recording["done"] = True
    recording["variables"]["y"]["values"][-1] = 4.0
    for event in recording["events"]:
        event["value"]["values"] = [True] if event["kind"] == "check" else [5.0 if event["value"]["values"] == [5.0] else 4.0]


def accuses():
    program = f"{folder}/fails.py"
    open(program, "w").write(FAILS)
    out, first = carry(program)
    check("all fail alike", (first["preserving"], first["verdict"], out["findings"]) == (True, "same", []), first)
    check("the source's result is kept", falsify("own", ["import torch\n", "3.0]"], passes) == 1)
    out, one = carry(program)
    check("the source seems to pass, numpy does not", out["findings"] == [] and [r["says"] for r in one["references"]][:2] == ["passes", "fails the same check"], one)
    check("numpy's is kept", falsify("numpy", ["import jax", "3.0]"], passes) == 1)
    falsify("own", ["import tensorflow", "3.0]"], passes)
    out, one = carry(program)
    check("what was falsified accuses nobody", out["findings"] == [] and not one["accused"], (one["judged"], one["references"]))
    check("it would have: that is why programs were run", sum(row["kept"] for row in out["spent"]) > 0 and sum(row["runs"] for row in out["spent"]) > 0, out["spent"])
    check("all of it was run again", one["preserving"] and one["verdict"] == "same" and one["source_symptom"] == "assertion", one)
    out, one = carry(program)
    check("and the truth is kept now", one["source_symptom"] == "assertion" and out["findings"] == [], one)


def fails_in_the_middle(outcome, recording):
    outcome.update(valid=False, exception="RuntimeError", message="not implemented", exit_code=1, line=4)
    recording["done"] = False
    recording["variables"].pop("y")
    recording["events"] = []


def other_values(outcome, recording):
    for fact in [recording["variables"]["y"]] + [e["value"] for e in recording["events"]]:
        fact["values"][-1] += 1


def contradicts():
    program = f"{folder}/works.py"
    open(program, "w").write(WORKS)
    _, one = carry(program)
    check("the twin does the same", (one["preserving"], one["inputs"]) == (True, "own"), one)
    check("the source's result is kept", falsify("own", ["import torch\n", "4.0]"], fails_in_the_middle) == 1)
    _, one = carry(program)
    check("the source alone fails: other inputs are asked, and agree", (one["preserving"], one["inputs"]) == (True, "own") and len(one["evidence"]["rungs"]) == 2, one)
    check("the twin's are kept", falsify("wide", ["import jax", "4.0]"], other_values) == 1)
    _, one = carry(program)
    check("what comes after the failure is not just believed", not one["preserving"] and "y" in one["why"], one)
    _, one = carry(program, "--fresh")
    check("--fresh takes nothing", (one["preserving"], len(one["evidence"]["rungs"])) == (True, 1), one)


with tempfile.TemporaryDirectory() as folder:
    parts = {"accuses": accuses, "contradicts": contradicts}
    for part in sys.argv[1:] or parts:
        parts[part]()
finish()
