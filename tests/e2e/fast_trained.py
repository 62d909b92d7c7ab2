"""Subjects with trained weights: models that are trained here, a user's own, broken ones; what a planted defect costs them; time and memory of
whole models."""
import json
import os
import tempfile

from _assay import assay, check, finish

TARGETS = "planted,planted:add-mul-reassociated,planted:conv-uses-first-group"
MODEL = "model ir=8 opset=17\ngraph own (x: float32[8,4]) -> (y: float32[8,3]) {\n  w: float32[4,3] = [1,0,0, 0,1,0, 0,0,1, 1,1,1]\n  y = MatMul(x, w)\n}\n"

with tempfile.TemporaryDirectory() as folder:
    os.makedirs(f"{folder}/models")
    with open(f"{folder}/own.txt", "w", encoding="utf-8") as file:
        file.write(MODEL)
    with open(f"{folder}/models/cut.onnx", "w", encoding="utf-8") as file:
        file.write("no model")
    environment = {**os.environ, "XDG_CACHE_HOME": f"{folder}/cache"}
    study = ("study", "--quick", "--targets", TARGETS, "--backend-dir", "tests/faults/backends", "--scale", "0.2")
    r = assay(*study, "--models", f"{folder}/own.txt", "--parts", "trained,resources", "--out", f"{folder}/s", "--json", env=environment)
    s = json.loads(r.stdout or "{}")
    rows = {row["subject"]: row for row in s.get("trained", [])}
    check("those that are trained here, and the user's own", r.returncode == 0 and set(rows) == {
        "trained:digits", "trained:shapes", "trained:sentences", f"{folder}/own.txt"}, r.stderr)
    for name, least in (("digits", 0.9), ("shapes", 0.8), ("sentences", 0.95)):
        row = rows.get(f"trained:{name}", {})
        check(f"{name} has learnt", row.get("test_accuracy", 0) >= least, row)
        check(f"sound targets get the same of {name} right", row["accuracy"]["planted"] == row["accuracy"]["planted:add-mul-reassociated"], row)
    accused = {found["target"] for row in rows.values() for found in row["accused"]}
    check("a convolution that forgets its groups is E3 on a trained model, and accuses nobody else", accused == {"planted:conv-uses-first-group"}, rows)
    check("top classes change with it", any(row["changed"] > row["near_ties"] for row in rows.values()), rows)
    own = rows.get(f"{folder}/own.txt", {})
    check("of a user's model no accuracy is claimed", own.get("test_accuracy") is None and own["compared"] > 0 and own["changed"] == 0, own)
    check("weights are kept", len(os.listdir(f"{folder}/cache/assay/trained")) == 3)
    cell = s.get("resources", [{}])[0]
    plain = cell.get("targets", {}).get("planted", {})
    check("time and memory of a whole model", plain.get("ending") == "ok" and plain["ms"][1] > 0 and plain["peak_mb"] > 0, cell)
    with open(f"{folder}/s/study.md", encoding="utf-8") as file:
        check("the page has the table", "top class changed" in file.read())
    for words, name in ((("--models", f"{folder}/models"), "cut.onnx"), (("--models", "trained:weather"), "zoo list"),
                        (("--seeds", "trained:weather", "--parts", "methods"), "trained:digits")):
        r = assay(*study, *words, "--out", f"{folder}/x", env=environment)
        check(f"{words[1]} is explained", r.returncode == 2 and name in r.stderr, r.stderr)
    r = assay(*study, "--models", f"{folder}/models,trained:sentences", "--parts", "orders", "--out", f"{folder}/y", "--json", env=environment)
    check("what is broken is skipped and named", r.returncode == 0 and "cut.onnx" in json.loads(r.stdout)["skipped"][0] and "left out" in r.stderr, r.stderr)
finish()
