"""assay optbug run with a model that answers through files: prompts with rules, the ablations and the baseline; what is answered runs while the
rest waits; what is valid, relevant and suspected, with its state and reason; findings, labels and the table."""
import json
import tempfile

import _assay
from _assay import check, finish, need_environment, without_models

GOOD = "import torch\n\nclass Net(torch.nn.Module):\n    def forward(self, x):\n        return x + {n}\n\nx = torch.ones(2)\nmodel = Net()\n" \
       "optimised = torch.jit.script(model)\nprint(optimised(x), model(x))\n"
# Eager takes the last item, TorchScript the first.
DIFFERS = "import torch\n\ndef data():\n    return {'a': torch.tensor([1.0]), 'b': torch.tensor([2.0])}\n\nclass Last(torch.nn.Module):\n" \
          "    def forward(self, x: dict[str, torch.Tensor]) -> torch.Tensor:\n        return x.popitem()[1]\n\nmodel = Last()\n" \
          "expected = model(data())\noptimised = torch.jit.script(model)\nassert torch.equal(expected, optimised(data()))\n"
FAILS = GOOD.format(n=2) + "raise KeyError('lost')\n"
ANSWERS = [f"Sure:\n```python\n{GOOD.format(n=1)}```\n", f"```python\n{DIFFERS}```", f"```python\n{FAILS}```", "def (:"]


def assay(*words):
    return _assay.assay(*words, env=without_models())


def run(folder, *more, code=0):
    r = assay("optbug", "run", "--llm", "file", "--llm-db", f"{folder}/llm.db", "--framework", "torch", "--store", f"{folder}/o.db", "--json", *more)
    check(f"exit code {code}", r.returncode == code, r.stderr)
    return json.loads(r.stdout or "{}"), r.stderr


def asked(folder):
    assay("llm", "export", "--llm-db", f"{folder}/llm.db", "--out", f"{folder}/p.jsonl")
    return [json.loads(line) for line in open(f"{folder}/p.jsonl")]


def answer(folder, questions, first=0):
    with open(f"{folder}/a.jsonl", "w") as file:
        for number, q in list(enumerate(questions))[first:]:
            file.write(json.dumps({"custom_id": q["custom_id"], "answer": ANSWERS[number % len(ANSWERS)]}) + "\n")
    assay("llm", "import", f"{folder}/a.jsonl", "--llm-db", f"{folder}/llm.db")


def texts(questions):
    return [q["body"]["messages"][-1]["content"] for q in questions]


def full(folder):
    out, told = run(folder, "--budget", "4")
    check("it waits for answers, and says where", "assay llm export" in told and f"--llm-db {folder}/llm.db" in told, told)
    check("nothing is kept of nothing", out["outputs"] == 0 and out["pending"] == 4, out)
    questions = asked(folder)
    check("as many questions as asked for", len(questions) == 4, len(questions))
    for text in texts(questions):
        check("examples with their features", all(word in text for word in ("# Here is a bug of PyTorch", "# API: torch.", "# From: torch.", "# Reason: ")), text)
        check("a rule at the end", text.rstrip().splitlines()[-1].startswith("# ") and "# Write a similar test case of PyTorch" in text, text[-300:])
        check("where it will run", "# It will run with PyTorch " in text and "Python " in text and "packages: " in text, text[-600:])
    check("answers may be long", questions[0]["body"]["max_tokens"] >= 4096, questions[0]["body"]["max_tokens"])
    answer(folder, questions[:2])
    out, told = run(folder, "--budget", "4", code=1)
    check("what is answered runs while the rest waits", (out["outputs"], out["pending"], out["run_now"]) == (2, 2, 2), out)
    check("a dict of tensors from a helper is relevant", (out["valid"], out["relevant"]) == (2, 2), out)
    answer(folder, questions, first=2)
    out, told = run(folder, "--budget", "4", code=1)
    check("only what is new is run", (out["outputs"], out["run_now"], out["pending"]) == (4, 2, 0), out)
    check("outputs are measured", (out["valid"], out["relevant"]) == (3, 3), out)
    check("states", out["states"] == {"passes": 1, "suspected": 1, "explained": 1, "invalid": 1}, out["states"])
    check("what is not Python is counted", out["problems"] == {"messy": 1}, out["problems"])
    check("tokens that nobody counted are estimated, and marked", out["estimated"] and out["tokens"] > 0, out)
    check("by rule", sum(rule["programs"] for rule in out["rules"].values()) == 4, out["rules"])
    out, told = run(folder, "--budget", "4", code=1)
    check("nothing is run twice", (out["outputs"], out["run_now"]) == (4, 0), out)


def kept(folder):
    store = ("--store", f"{folder}/o.db")
    rows = json.loads(assay("programs", "list", *store, "--json").stdout)
    check("every trial with its status and reason", len(rows) == 4 and all(row["status"] and row["reason"] for row in rows), rows)
    reasons = {row["status"]: row["reason"] for row in rows}
    check("the original fails alike", "fails alike without the optimisation" in reasons["explained"], reasons)
    check("the original passes", "without the optimisation it passes" in reasons["suspected"], reasons)
    bad = json.loads(assay("programs", "list", *store, "--approach", "assay", "--status", "invalid", "--json").stdout)
    check("by approach and status", len(bad) == 1 and not json.loads(assay("programs", "list", *store, "--approach", "none", "--json").stdout), bad)
    found = json.loads(assay("findings", "list", *store, "--json").stdout)
    check("it is a finding, suspected", len(found) == 1 and found[0]["state"] == found[0]["kind"] == "suspected", found)
    one = found[0]["id"]
    shown = assay("findings", "show", one, *store)
    check("shown", shown.returncode == 0 and "torch.jit.script" in shown.stdout, shown.stdout + shown.stderr)
    r = assay("findings", "repro", one, *store)
    check("reproduced", r.returncode == 1, r.stdout + r.stderr)
    bugs = lambda: next(row["bugs"] for row in json.loads(assay("optbug", "table", *store, "--json").stdout)["rows"] if row["source"] == "measured")
    check("no bug before somebody has looked", bugs() == 0, bugs())
    for label, count, state in (("true", 1, "confirmed"), ("false", 0, "suspected"), ("true", 1, "confirmed")):
        assay("findings", "label", one, label, *store)
        now = json.loads(assay("findings", "show", one, *store, "--json").stdout)
        check(f"labelled {label}", bugs() == count and now["state"] == state, (bugs(), now["state"]))


def others(folder):
    for flags, name, missing in ((("--without", "structure"), "no-structure", "# API:"), (("--without", "description"), "no-description", "# Reason:"),
                                 (("--baseline",), "fuzzgpt-fs", "# Reason:")):
        run(folder, "--budget", "1", *flags)
        questions = asked(folder)
        check(f"{name}: one question", len(questions) == 1, len(questions))
        check(f"{name}: without its part", all(missing not in text for text in texts(questions)), texts(questions))
        answer(folder, questions)
        out, _ = run(folder, "--budget", "1", *flags)
        check(f"{name}: measured", out["approach"] == name and out["programs"] == 1 and out["valid"] == 1, out)
    table = json.loads(assay("optbug", "table", "--store", f"{folder}/o.db", "--json").stdout)
    ours = {(row["approach"], row["outputs"]) for row in table["rows"] if row["source"] == "measured"}
    check("the table has them", ours == {("assay", 4), ("fuzzgpt-fs", 1)}, table["rows"])
    check("and the ablations", [row["approach"] for row in table["tables"]["table4"]][:2] == ["assay", "no-structure"], table["tables"]["table4"])
    for flags, word in ((("--baseline", "--without", "rules"), "--baseline"), (("--without", "sense"), "sense")):
        r = assay("optbug", "run", "--llm", "file", "--llm-db", f"{folder}/llm.db", "--store", f"{folder}/o.db", *flags)
        check(f"bad flags {flags}", r.returncode == 2 and word in r.stderr, r.stderr)


need_environment("torch")
with tempfile.TemporaryDirectory() as folder:
    full(folder)
    kept(folder)
    others(folder)
finish()
