"""Recorded answers to the prompts of optbug (tests/recorded/optbug, written for this project), replayed: each must come to the state that is
written beside it. A sample with all states is run; ASSAY_RECORDED=all runs all forty, which takes minutes."""
import json
import os
import pathlib
import tempfile

import _assay
from _assay import check, finish, need_environment, without_models

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "recorded" / "optbug"
# Every state, containers, helpers and plain numbers; the others differ in the optimiser.
SAMPLE = ("popitem", "linear-script", "list-script", "numbers-script", "helper-functions", "zfill", "generator-script", "own-raise", "duplicate",
          "no-optimiser", "no-data", "undefined-name", "cut-off")
WANTED_VALID, WANTED_RELEVANT = 0.85, 0.75  # of a strong model's answers


def parts(path):
    out, name = {}, ""
    for line in path.read_text().splitlines(keepends=True):
        if line.startswith("=== "):
            name = line[4:].strip()
        else:
            out[name] = out.get(name, "") + line
    return {"name": path.stem.partition("-")[2], "expect": out["expect"].strip(), "answer": out["answer"]}


def assay(*words):
    return _assay.assay(*words, env=without_models())


def run(folder, budget):
    r = assay("optbug", "run", "--framework", "torch", "--budget", str(budget), "--llm", "file", "--llm-db", f"{folder}/l.db", "--store",
              f"{folder}/o.db", "--json")
    check("the run works", r.returncode in (0, 1), r.stderr)
    return json.loads(r.stdout or "{}")


pairs = [parts(path) for path in sorted(FOLDER.glob("*.txt"))]
check("forty pairs", len(pairs) == 40, len(pairs))
share = lambda bad: 1 - sum(pair["expect"] in bad for pair in pairs) / len(pairs)
check("as valid as is wanted of a strong model", share({"invalid"}) >= WANTED_VALID, share({"invalid"}))
check("as relevant", share({"invalid", "irrelevant"}) >= WANTED_RELEVANT, share({"invalid", "irrelevant"}))
need_environment("torch")
if os.environ.get("ASSAY_RECORDED") != "all":
    pairs = [next(pair for pair in pairs if pair["name"] == name) for name in SAMPLE]
with tempfile.TemporaryDirectory() as folder:
    run(folder, len(pairs))
    assay("llm", "export", "--llm-db", f"{folder}/l.db", "--out", f"{folder}/p.jsonl")
    keys = [json.loads(line)["custom_id"] for line in open(f"{folder}/p.jsonl")]
    check("a prompt for each", len(keys) == len(pairs), len(keys))
    with open(f"{folder}/a.jsonl", "w") as file:
        for key, pair in zip(keys, pairs):
            file.write(json.dumps({"custom_id": key, "answer": pair["answer"], "usage": {"prompt_tokens": 900, "completion_tokens": 200}}) + "\n")
    assay("llm", "import", f"{folder}/a.jsonl", "--llm-db", f"{folder}/l.db")
    out = run(folder, len(pairs))
    rows = {row["prompt"]: row for row in json.loads(assay("programs", "list", "--store", f"{folder}/o.db", "--json").stdout or "[]")}
    for key, pair in zip(keys, pairs):
        row = rows.get(key, {})
        check(pair["name"], row.get("status") == pair["expect"], (pair["expect"], row.get("status"), row.get("reason")))
    expected = [pair["expect"] for pair in pairs]
    check("valid", out.get("valid") == sum(e != "invalid" for e in expected), out.get("valid"))
    check("tokens as they were told", out.get("tokens") == 1100 * len(pairs) and not out.get("estimated"), out.get("tokens"))
    check("every bug that an answer shows is kept", len(out.get("findings", [])) == expected.count("suspected"), out.get("findings"))
finish()
