"""`assay study` in its tiniest setting, as a user meets it: tables, plots, going on where it was, mistakes; `assay study issues`."""
import csv
import json
import os
import signal
import subprocess
import tempfile

from _assay import assay, check, finish, start_assay, wait_until


def cells(folder):
    """Names of the measurements that are kept in a folder."""
    inside = os.path.join(folder, "cells")
    return sorted(name[:-5] for name in os.listdir(inside) if name.endswith(".json")) if os.path.isdir(inside) else []


TINY = ("study", "--quick", "--targets", "planted,planted:add-mul-reassociated", "--backend-dir", "tests/faults/backends",
        "--methods", "cradle,lemon", "--seeds", "zoo:lenet5-fashion", "--time", "1s", "--models", "lenet5-fashion",
        "--scale", "0.1", "--parts", "methods,operators,orders")
with tempfile.TemporaryDirectory() as folder:
    r = assay(*TINY, "--out", f"{folder}/s", "--json")
    s = json.loads(r.stdout or "{}")
    check("it ends well", r.returncode == 0, r.stderr)
    check("a row per method", [m["method"] for m in s.get("methods", [])] == ["cradle", "lemon"], s.keys())
    for m in s.get("methods", []):
        check(f"{m['method']} ran", m["cases"] > 0 and (m["cpu_seconds"] >= 1 or m["method"] == "cradle"), m)  # cradle is done with its seeds before
        check(f"{m['method']} is judged", m["unique"] + m["false_groups"] <= m["groups"] and 0 <= m["duplicates_percent"] <= 100, m)
    operators = {o["operator"]: o for o in s.get("operators", [])}
    check("fourteen operators and the group", len(operators) == 15 and "Group" in operators, sorted(operators))
    check("ours are legal", all(o["illegal_percent"] == 0 for o in operators.values()), operators)
    check("the paper's figures stand beside", operators.get("PM", {}).get("paper", {}).get("illegal_percent") == 36.3, operators.get("PM"))
    with open(f"{folder}/s/operators.csv") as f:
        rows = list(csv.DictReader(f))
    check("the table has the same rows", [row["operator"] for row in rows] == list(operators), rows[:1])
    check("plots are SVG", open(f"{folder}/s/illegal.svg").read().startswith("<svg "))
    check("the page names seed and targets", "seed 1" in open(f"{folder}/s/study.md").read())
    r = assay(*TINY, "--out", f"{folder}/s", "--json")
    check("nothing is measured twice", r.returncode == 0 and json.loads(r.stdout)["operators"] == s["operators"] and "[" not in r.stderr, r.stderr)
    # The same folder goes on with the literature's own form, and measures only that.
    r = assay(*TINY, "--literal", "--out", f"{folder}/s", "--json")
    s = json.loads(r.stdout or "{}")
    check("the literal form joins a study", r.returncode == 0 and "operator-LA" in r.stderr and " method-lemon" not in r.stderr, r.stderr)
    forms = {(m["method"], m["form"]): m for m in s.get("forms", [])}
    check("both forms of each method stand in one table", sorted(forms) == [(m, f) for m in ("cradle", "lemon") for f in ("literal", "ours")], sorted(forms))
    check("each with its shares", all(0 <= m[key] <= 100 for m in forms.values() for key in ("illegal_percent", "nan_percent", "false_alarms_percent")), forms)
    literal = {o["operator"]: o for o in s.get("literal_operators", [])}
    check("literal mutants are run", sum(o["run"] for o in literal.values()) > 0 and literal["GF"]["run"] > 0, literal)
    check("orders have both forms", "literal_orders" in s and "orders" in s, s.keys())
    check("its cost was said before", "CPU hours at most" in r.stderr and s["cost"]["measurements"] == len(cells(f"{folder}/s")), s.get("cost"))
    r = assay(*TINY, "--dry-run", "--out", f"{folder}/none", "--json")
    check("a dry run says only that", r.returncode == 0 and json.loads(r.stdout)["cost"]["cpu_hours_at_most"] > 0 and not os.path.exists(f"{folder}/none"), r.stderr)
    # A framework that is missing is named, and the study goes on without it.
    os.mkdir(f"{folder}/backends")
    with open(f"{folder}/backends/absent.toml", "w") as f:
        f.write('framework = "absent"\ndescription = "is not there"\ncommand = ["/nonexistent/worker"]\n[accepts]\nopsets = [7, 20]\n[[mode]]\nname = ""\nhelp = "plain"\n')
    absent = [word + ",absent" if word.startswith("planted,") else word for word in TINY]
    r = assay(*absent, "--dry-run", "--backend-dir", f"{folder}/backends", "--json")
    check("a missing framework is named and left out", r.returncode == 0 and "absent" in json.loads(r.stdout)["skipped"][0], r.stderr)
    # Killed without warning after its first measurements: the same command goes on, and measures none of them again.
    killed = start_assay(*TINY, "--out", f"{folder}/k", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_until(lambda: killed.poll() is not None or len(cells(f"{folder}/k")) >= 4, 60, 0.02)
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    before = cells(f"{folder}/k")
    check("it was killed half way", 4 <= len(before) < 17, before)
    r = assay(*TINY, "--out", f"{folder}/k", "--json")
    check("it goes on", r.returncode == 0 and len(cells(f"{folder}/k")) == 17, r.stderr)
    check("and keeps what it had", not any(line.endswith(" " + name) for line in r.stderr.splitlines() for name in before), (before, r.stderr))
    again = {o["operator"]: o["inconsistency"] for o in json.loads(r.stdout or "{}").get("operators", [])}
    check("with the same result", again == {name: o["inconsistency"] for name, o in operators.items()}, again)
    r = assay(*TINY, "--out", f"{folder}/s", "--seed", "2")
    check("other settings need another folder", r.returncode == 2 and "seed was 1, now 2" in r.stderr, r.stderr)

    r = assay("study", "issues", "data/study/issues.json", "--out", f"{folder}/i", "--json")
    s = json.loads(r.stdout or "{}")
    check("issues are surveyed", r.returncode == 0 and s["issues"] >= 50 and 0 < s["high_priority"] < s["issues"], r.stderr)
    check("agreement with hand labels", s.get("kappa", {}).get("items") == s.get("issues") and s["kappa"]["majors"] > 0.5, s.get("kappa"))
    check("tables are written", os.path.exists(f"{folder}/i/issues-types.csv"))
    with open(f"{folder}/labels.csv", "w") as f:
        f.write("project,number,type\npytorch,3646,B1\npytorch,31663,F1\n")
    r = assay("study", "issues", "data/study/issues.json", "--labels", f"{folder}/labels.csv", "--json")
    s = json.loads(r.stdout or "{}")
    check("labels from elsewhere are a further rater", r.returncode == 0 and s["kappa_given_hand"]["items"] == 2 and s["kappa_rule_given"]["items"] == 2, r.stderr)
    with open(f"{folder}/labels.csv", "a") as f:
        f.write("pytorch,1,B1\n")
    r = assay("study", "issues", "data/study/issues.json", "--labels", f"{folder}/labels.csv")
    check("a label for no issue is named", r.returncode == 2 and "no issue 1" in r.stderr, r.stderr)
    open(f"{folder}/bad.json", "w").write("[{}]")
    r = assay("study", "issues", f"{folder}/bad.json")
    check("an entry without a title is named", r.returncode == 2 and "entry 0" in r.stderr, r.stderr)
r = assay("study", "--parts", "nonesuch")
check("an unknown part is explained", r.returncode == 2 and "operators" in r.stderr, r.stderr)
for flag, word in (("--methods", "lemon"), ("--models", "zoo list")):
    r = assay("study", flag, "nonesuch", "--targets", "planted,planted:add-mul-reassociated", "--backend-dir", "tests/faults/backends")
    check(f"a wrong {flag} is explained", r.returncode == 2 and "nonesuch" in r.stderr and word in r.stderr, r.stderr)
# Relu6 of NaN, literally: the ONNX text leaves open what comes of it, but two targets that differ by nothing else differ.
with tempfile.TemporaryDirectory() as folder:
    r = assay("fuzz", "--method", "comet", "--literal", "--targets", "planted,planted:relu6-of-nan-is-six", "--backend-dir", "tests/faults/backends",
              "--seeds", "zoo:mobilenet-v2", "--cases", "60", "--triage", "0", "--store", f"{folder}/x.db", "--json")
    found = json.loads(r.stdout or "{}").get("findings", [])
    check("a NaN that becomes 6 is found by the difference", any(f["kind"] in ("nan-differs", "d-mad") for f in found), r.stdout[-2000:] + r.stderr)
r = assay("study", "--targets", "onnxruntime")
check("one target is too few", r.returncode == 2 and "two" in r.stderr, r.stderr)
finish()
