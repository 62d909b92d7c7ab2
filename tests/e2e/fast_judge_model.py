"""assay judge with a model that answers through files: predictions, made-up quotes, suspicions, resuming; the study; training data."""
import json
import sqlite3
import tempfile

import _assay
from _assay import check, finish, need_environment, without_models

SENTENCE = "Applies the rectified linear unit to every element of the input."
DOC = [{"name": "torch.relu", "kind": "function", "framework": "torch", "version": "2.13", "signature": "relu(input) -> Tensor",
        "description": SENTENCE, "parameters": [{"name": "input", "type": "Tensor", "description": "the input tensor"}]}]


FULL = "torch.full((2,), -1.0)"
# By operator; those that are missing here are filled with nonsense.
FILLINGS = {"argument": FULL, "prefix-argument": f"x = {FULL}\n<FILL>\nx", "suffix-argument": f"{FULL}\n<FILL>\ny = 1", "prefix": f"x = input = {FULL}"}


def assay(*words):
    return _assay.assay(*words, env=without_models())


def predict(status, quote, shape="", final="true"):
    return {"quote": quote, "explanation": "The input has that shape.", "result": {"status": status, "exception": "", "shape": shape, "dtype": ""},
            "score": 95, "final_answer": final}


def answer(body):
    """What the model says to one question, told apart by the form that is asked for."""
    keys = set(body["response_format"]["json_schema"]["schema"]["properties"])
    asked = body["messages"][-1]["content"]
    if keys == {"program"}:
        return {"program": "x = torch.zeros(2, 2)\nresult = torch.relu(x)\n"}
    if keys == {"filling"}:
        return {"filling": FILLINGS.get(asked.split("Hole: ")[1].split("\n")[0], "(((")}
    if "torch.full" in asked:
        return predict("valid", "The input may be of any shape at all.")
    if "torch.zeros(2, 2)" in asked:
        return predict("valid", f"`{SENTENCE.lower()}`", "[2, 2]")
    return predict("exception", SENTENCE)


def judge(folder, *more, store="a.db"):
    r = assay("judge", *more, "--llm", "file", "--llm-db", f"{folder}/llm.db", "--store", f"{folder}/{store}", "--samples", "1", "--model-programs", "3", "--jobs", "2",
              "--json")
    return r, json.loads(r.stdout or "{}")


def by_model(folder):
    json.dump(DOC, open(f"{folder}/docs.json", "w"))
    question = ("--api", "torch.relu", "--docs", f"{folder}/docs.json", "--any-version", "--oracle", "default")
    rounds, out = 0, {}
    while rounds < 8:
        r, out = judge(folder, *question)
        check("the command works", r.returncode in (0, 1) and "model" in out, r.stderr)
        if not out.get("model", {}).get("spent", {}).get("pending"):
            break
        rounds += 1
        check("it says what waits", "assay llm export" in r.stderr, r.stderr)
        assay("llm", "export", "--llm-db", f"{folder}/llm.db", "--out", f"{folder}/p.jsonl")
        questions = [json.loads(line) for line in open(f"{folder}/p.jsonl")]
        with open(f"{folder}/answers.jsonl", "w") as file:
            for q in questions:
                file.write(json.dumps({"custom_id": q["custom_id"], "answer": json.dumps(answer(q["body"]))}) + "\n")
        r = assay("llm", "import", f"{folder}/answers.jsonl", "--llm-db", f"{folder}/llm.db")
        check("answers are taken", r.returncode == 0, r.stdout + r.stderr)
    check("it went on where it stood", 1 <= rounds <= 6, rounds)
    runs = [json.loads(row[0]).get("pipeline") for row in sqlite3.connect(f"{folder}/a.db").execute("SELECT config FROM campaigns")]
    check("one run of the rules, and one of the model", sorted(runs) == ["judge", "judge-model"], runs)
    model = out["model"]
    check("programs of the model run", model["generated"].get("valid", 0) >= 2 and model["not_run"], model)
    check("in three generations", model["generations"] == 3 and model["operators"], model)
    check("a suspicion ends with exit code 1", r.returncode == 1, r.returncode)
    check("a made-up quote is rejected", model["quotes_rejected"] >= 1, model)
    check("a right prediction agrees", model["agreement"].get("agree", 0) >= 1, model["agreement"])
    check("a wrong one is a suspicion", len(model["suspicions"]) == 1 and model["suspicions"][0]["kind"] == "suspected" and
          model["suspicions"][0]["evidence"] == SENTENCE and model["suspicions"][0]["confidence"] == 1, model["suspicions"])
    check("and no finding", out["findings"] == [], out["findings"])
    r, out = judge(folder, *question, "--time", "0.001s", store="cut.db")
    check("--time ends the model's part, too", out["model"]["left"] == 1 and out["model"]["apis"] == 0 and out["left"] == 1, r.stdout + r.stderr)
    r = assay("findings", "list", "--store", f"{folder}/a.db", "--json")
    check("it is kept for a reviewer", '"suspected"' in r.stdout, r.stdout + r.stderr)


def training(folder):
    r = assay("judge", "export-training", "--store", f"{folder}/a.db", "--out", f"{folder}/train.jsonl", "--json")
    check("training data is written", r.returncode == 0, r.stderr)
    rows = [json.loads(line) for line in open(f"{folder}/train.jsonl")]
    check("in chat form", rows and all([m["role"] for m in row["messages"]] == ["system", "user", "assistant"] for row in rows), rows[:1])
    right = [row for row in rows if "torch.zeros(2, 2)" in row["messages"][1]["content"]]
    check("with what was seen", right and json.loads(right[0]["messages"][2]["content"])["result"]["dtype"] == "float32" and right[0]["label"] == "true",
          right)
    r = assay("judge", "export-training", "--store", f"{folder}/nowhere.db", "--out", f"{folder}/t.jsonl")
    check("no such store", r.returncode == 2 and "nowhere.db" in r.stderr, r.stderr)


def study(folder):
    def report(number, code, **more):
        return {"repo": "pytorch/pytorch", "number": number, "title": "relu gives a wrong result", "state": "closed", "reason": "completed",
                "labels": ["high priority"], "body": f"Wrong.\n```python\nimport torch\n{code}\n```\n", **more}
    json.dump([report(1, "assert torch.relu(torch.ones(2)).sum() == 3  # wrong"), report(2, "print(torch.relu(torch.ones(2)))", reason="not_planned", labels=[]),
               report(3, "torch.relu(torch.ones(2)).nonesuch()"), dict(report(4, ""), body="no program")], open(f"{folder}/issues.json", "w"))
    r = assay("judge", "validate", "--issues", f"{folder}/issues.json", "--llm", "none", "--repeat", "1", "--json")
    out = json.loads(r.stdout or "{}")
    check("the study counts answers", r.returncode == 0 and out["tables"]["table1"]["run"] == {"none": 1, "true": 1, "false": 1}, r.stdout + r.stderr)
    check("and right ones", out["tables"]["run"]["all"] == {"cases": 3, "decided": 2, "right": 2, "accuracy": 1.0}, out["tables"]["run"]["all"])
    check("and what is left out", out["left_out"] == {"without a program": 1} and out["paper"]["total"]["false"] == 1041, out["left_out"])
    r = assay("judge", "validate", "--issues", f"{folder}/issues.json", "--llm", "none", "--limit", "1")
    check("tables for people", "Table I" in r.stdout and "2338" in r.stdout and "66.7 %" in r.stdout, r.stdout)
    r = assay("judge", "validate", "--issues", f"{folder}/nowhere.json")
    check("no such file", r.returncode == 2 and "nowhere.json" in r.stderr, r.stderr)
    labels(folder, [out["details"][0]["id"]])


def labels(folder, ids):
    """Table II and research question 3 by what people say; here of programs that no model was asked about."""
    def validate(text):
        open(f"{folder}/labels.csv", "w").write(text)
        return assay("judge", "validate", "--issues", f"{folder}/issues.json", "--llm", "none", "--repeat", "1", "--limit", "1", "--labels", f"{folder}/labels.csv", "--json")
    head = "id,labeller,explanation,score,kind\n"
    out = json.loads(validate(f"{head}{ids[0]},a,right,right,\n{ids[0]},b,wrong,right,multi-api\n").stdout or "{}")
    kinds = {row["kind"]: row["labelled"] for row in out["tables"]["table2"]}
    check("table II counts labels", len(kinds) == 17 and kinds["multi-api"] == 1 and sum(kinds.values()) == 1, kinds)
    check("two labellers are told apart", out["rq3"]["labellers"] == ["a", "b"] and out["rq3"]["both"] == 1, out["rq3"])
    check("table III has six statuses", len(out["tables"]["table3"]["by_status"]) == 6, out["tables"]["table3"])
    r = validate(f"{head}{ids[0]},a,right,perhaps,\n")
    check("a label that is none is named by line", r.returncode == 2 and "labels.csv:2: 'perhaps'" in r.stderr, r.stderr)


need_environment("torch")
with tempfile.TemporaryDirectory() as folder:
    by_model(folder)
    training(folder)
    study(folder)
finish()
