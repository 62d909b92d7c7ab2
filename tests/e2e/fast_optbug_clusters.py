"""assay optbug clusters and table: neighbourhoods of the pool and of imported programs, the plan, descriptions by a model through files, the paper's tables."""
import json
import os
import sqlite3
import tempfile

import _assay
from _assay import check, finish, need_environment, without_models

PROGRAM = '"""{title}"""\nimport torch\n\n\nclass Net(torch.nn.Module):\n    def forward(self, x):\n        return {body}\n\n\nx = torch.ones(2)\n' \
          'assert torch.equal(torch.jit.script(Net())(x), Net()(x))\n'


def assay(*words):
    return _assay.assay(*words, env=without_models())


def read(*args):
    r = assay("optbug", *args, "--json")
    check(" ".join(args), r.returncode == 0, r.stderr)
    return json.loads(r.stdout or "null"), r.stderr


def pool():
    whole, _ = read("clusters", "--framework", "torch")
    hoods = whole["neighbourhoods"]
    check("how many snippets there are", whole["snippets"] == len({m for h in hoods for m in h["members"]}), whole["snippets"])
    check("neighbourhoods of at most five", hoods and all(1 <= len(h["members"]) <= 5 and h["radius"] <= 6 for h in hoods), len(hoods))
    check("more than one member", any(len(h["members"]) > 1 for h in hoods))
    check("singletons are marked", all(h["singleton"] == (len(h["members"]) == 1) for h in hoods))
    check("the keys of the interface", all({"id", "members", "category", "apis", "types", "radius", "singleton"} <= set(h) for h in hoods))
    again, _ = read("clusters", "--framework", "torch")
    check("the same again", whole == again)
    near = read("clusters", "--framework", "torch", "--threshold", "0")[0]["neighbourhoods"]
    check("a threshold of 0 keeps only equals together", all(h["radius"] == 0 for h in near) and len(near) > len(hoods), len(near))
    plan, _ = read("clusters", "--framework", "torch", "--plan")
    check("model and input of every neighbourhood", plan["counts"]["model"] == plan["counts"]["input"] == len(hoods), plan["counts"])
    check("the reason is not mutated", plan["counts"]["reason"] == 0 and plan["prompts"] == sum(plan["counts"].values()), plan["counts"])
    apis = [s for s in plan["steps"] if s["rule"] == "api"]
    check("other optimisers to turn to", apis and all(s["choices"] for s in apis), apis[:1])
    matrix, _ = read("clusters", "--framework", "torch", "--matrix")
    rows = matrix["distances"]
    check("distances are symmetric", all(rows[i][j] == rows[j][i] and rows[i][i] == 0 for i in range(len(rows)) for j in range(len(rows))))
    table = assay("optbug", "clusters", "--framework", "torch").stdout
    programs = json.loads(assay("issues", "pool", "--framework", "torch", "--kind", "optimisation", "--json").stdout)
    check("a table for people", f"neighbourhoods of {len(programs)} snippets" in table and "torch.jit.script" in table, table[-300:])
    tools, _ = read("clusters", "--framework", "onnxruntime", "--snippets")
    check("bugs of ONNX Runtime", len(tools) >= 10 and all(s["optimisers"][0].startswith("onnxruntime.") for s in tools), tools[:1])


def imported(folder):
    os.mkdir(f"{folder}/programs")
    for name, body in (("one", "x + 1"), ("two", "x * 2"), ("three", "torch.linalg.norm(x)")):
        open(f"{folder}/programs/{name}.py", "w").write(PROGRAM.format(title=f"The result of {name} has the wrong dtype.", body=body))
    open(f"{folder}/programs/none.py", "w").write("print(1)\n")
    imported_ones, told = read("clusters", "--no-pool", "--import", f"{folder}/programs")
    hoods = imported_ones["neighbourhoods"]
    check("imported programs are near each other", any(len(h["members"]) == 3 for h in hoods), hoods)
    check("what is no snippet is named", "none.py" in told, told)
    snippets, _ = read("clusters", "--no-pool", "--import", f"{folder}/programs", "--snippets")
    check("with their features", all(s["optimisers"] == ["torch.jit.script"] and s["exception"] == "AssertionError" and s["category"] == "wrong-type"
                                     for s in snippets), snippets)
    for args, word in ((("--import", f"{folder}/nowhere"), "nowhere"), (("--threshold", "-1"), "--threshold"), (("--no-pool",), "snippet")):
        r = assay("optbug", "clusters", *args)
        check(f"bad input {args}", r.returncode == 2 and word in r.stderr, r.stderr)


def described(folder):
    args = ("clusters", "--no-pool", "--import", f"{folder}/programs", "--snippets", "--llm", "file", "--llm-db", f"{folder}/llm.db")
    _, told = read(*args)
    check("it says what waits", "assay llm export" in told, told)
    assay("llm", "export", "--llm-db", f"{folder}/llm.db", "--out", f"{folder}/p.jsonl")
    questions = [json.loads(line) for line in open(f"{folder}/p.jsonl")]
    check("twenty examples, masked after the program", len(questions) == 3 and all(
        q["body"]["messages"][-1]["content"].count("# Category:") == 20 and "assert torch.equal" in q["body"]["messages"][-1]["content"][-200:]
        for q in questions), len(questions))
    with open(f"{folder}/answers.jsonl", "w") as file:
        for number, q in enumerate(questions):
            good = "# Exception: TypeError\n# Location: torch.jit.frontend\n# Reason: a promotion is lost\n# Category: missing-layer"
            file.write(json.dumps({"custom_id": q["custom_id"], "answer": good if number else "I do not know."}) + "\n")
    assay("llm", "import", f"{folder}/answers.jsonl", "--llm-db", f"{folder}/llm.db")
    snippets, told = read(*args)
    check("the share in the form is told", "2 of 3 descriptions" in told and "paper: 92 %" in told, told)
    check("descriptions are taken over", sum(s["reason"] == "a promotion is lost" and s["category"] == "missing-layer" for s in snippets) == 2, snippets)


def tables(folder):
    store = f"{folder}/o.db"
    r = assay("optbug", "table", "--store", store)
    check("no such store", r.returncode == 2 and "o.db" in r.stderr and not os.path.exists(store), r.stderr)
    assay("judge", "--api", "torch.nonesuch", "--store", store)  # makes an empty store
    check("a store was made", os.path.exists(store))
    table, _ = read("table", "--store", store)
    check("the paper alone", table["runs"] == 0 and len(table["rows"]) == 6 and all(row["source"] == "paper" for row in table["rows"]), table["rows"][:1])
    check("it says so", "holds no run" in assay("optbug", "table", "--store", store).stdout)
    with sqlite3.connect(store) as db:
        summary = {"provider": "none", "approach": "assay", "programs": 60, "valid": 60, "relevant": 59, "findings": ["f1"], "kinds": {"api": 1}}
        db.execute("INSERT INTO campaigns (pipeline, config, tally, block, state) VALUES ('optbug', ?, ?, 0, '')", (json.dumps({"pipeline": "optbug"}), json.dumps(summary)))
    table, _ = read("table", "--store", store)
    check("ours beside it", table["runs"] == 1 and table["rows"][0]["source"] == "measured" and table["rows"][0]["valid_share"] == 1, table["rows"][0])
    text = assay("optbug", "table", "--store", store).stdout
    check("tables for people", all(word in text for word in ("Table 2", "Table 6", "Figure 9", "41.3 %", "60 (100.0 %)")), text[:500])


need_environment("torch")
with tempfile.TemporaryDirectory() as folder:
    pool()
    imported(folder)
    described(folder)
    tables(folder)
finish()
