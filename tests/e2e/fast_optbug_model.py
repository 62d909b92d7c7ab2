"""assay optbug run with a model that answers through files: prompts with rules, the ablations and the baseline; what is valid, relevant and suspected; the table."""
import json
import tempfile

import _assay
from _assay import check, finish, need_environment, without_models

GOOD = "import torch\n\nclass Net(torch.nn.Module):\n    def forward(self, x):\n        return x + {n}\n\nx = torch.ones(2)\nmodel = Net()\n" \
       "optimised = torch.jit.script(model)\nprint(optimised(x), model(x))\n"
FAILS = GOOD + "raise KeyError('lost')\n"
ANSWERS = [f"Sure:\n```python\n{GOOD.format(n=1)}```\n", f"```python\n{FAILS.format(n=2)}```", "```python\nprint(undefined_name)\n```", "def (:"]


def assay(*words):
    return _assay.assay(*words, env=without_models())


def run(folder, *more):
    r = assay("optbug", "run", "--llm", "file", "--llm-db", f"{folder}/llm.db", "--framework", "torch", "--store", f"{folder}/o.db", "--json", *more)
    check("the command works", r.returncode in (0, 1), r.stderr)
    return json.loads(r.stdout or "{}"), r.stderr


def asked(folder):
    assay("llm", "export", "--llm-db", f"{folder}/llm.db", "--out", f"{folder}/p.jsonl")
    return [json.loads(line) for line in open(f"{folder}/p.jsonl")]


def answer(folder, questions):
    with open(f"{folder}/a.jsonl", "w") as file:
        for number, q in enumerate(questions):
            file.write(json.dumps({"custom_id": q["custom_id"], "answer": ANSWERS[number % len(ANSWERS)]}) + "\n")
    assay("llm", "import", f"{folder}/a.jsonl", "--llm-db", f"{folder}/llm.db")


def texts(questions):
    return [q["body"]["messages"][-1]["content"] for q in questions]


def full(folder):
    out, told = run(folder, "--budget", "4")
    check("it waits for answers", "assay llm export" in told, told)
    questions = asked(folder)
    check("as many questions as asked for", len(questions) == 4, len(questions))
    for text in texts(questions):
        check("examples with their features", all(word in text for word in ("# Here is a bug of PyTorch", "# API: torch.", "# From: torch.", "# Reason: ")), text)
        check("a rule at the end", text.rstrip().splitlines()[-1].startswith("# ") and "# Write a similar test case of PyTorch" in text, text[-300:])
    answer(folder, questions)
    out, told = run(folder, "--budget", "4")
    check("outputs are measured", (out["programs"], out["valid"], out["relevant"]) == (4, 2, 2), out)
    check("a failure is suspected, nobody is accused", len(out["suspected"]) == 1 and out["suspected"][0]["exception"] == "KeyError" and not out["findings"], out)
    check("what is not Python is counted", out["problems"] == {"messy": 1}, out["problems"])
    check("by rule", sum(rule["programs"] for rule in out["rules"].values()) == 4, out["rules"])


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
    others(folder)
finish()
