"""Where rules are unsure a model may be asked: categories of reports, types of the study, constraints of documentation. Asked through files, so that
this test knows every answer; and members of modules that a look at a program knows of."""
import json
import os
import tempfile

import _assay
from _assay import check, finish, has_environment, parsed, without_models


def assay(*words):
    return _assay.assay(*words, env=without_models(XDG_DATA_HOME=f"{folder}/data", XDG_CONFIG_HOME=f"{folder}/config", XDG_CACHE_HOME=f"{folder}/cache"))


def assay_json(*words):
    return parsed(assay(*words, "--json"))


def answer_all(pipeline, answer):
    """Exports what waits, answers with answer(text of the last message), imports."""
    assay("llm", "export", "--out", f"{folder}/prompts.jsonl", "--pipeline", pipeline)
    with open(f"{folder}/prompts.jsonl") as f, open(f"{folder}/answers.jsonl", "w") as out:
        for line in f:
            prompt = json.loads(line)
            text = answer(prompt["body"]["messages"][-1]["content"])
            out.write(json.dumps({"custom_id": prompt["custom_id"], "answer": json.dumps(text)}) + "\n")
    r = assay("llm", "import", f"{folder}/answers.jsonl")
    check(f"answers of {pipeline} are imported", r.returncode == 0, r.stdout + r.stderr)


def categories():
    reports = [{"repo": "acme/frame", "number": 1, "title": "Something odd happens", "body": "The cup fell off the table.", "state": "open"},
               {"repo": "acme/frame", "number": 2, "title": "Another odd thing", "body": "Nobody knows what it was.", "state": "open"},
               {"repo": "acme/frame", "number": 3, "title": "wrong result and wrong gradient: segfault", "body": "It is a nan.", "state": "open"}]
    with open(f"{folder}/dump.json", "w") as f:
        json.dump(reports, f)
    assay("issues", "import", f"{folder}/dump.json")
    told = assay_json("issues", "classify")
    check("without a model nothing is asked", (told.get("by_rules"), told.get("unsure"), told.get("asked")) == (1, 2, 0), told)
    told = assay_json("issues", "classify", "--llm", "file")
    check("prompts wait", (told.get("asked"), told.get("pending"), told.get("taken")) == (2, 2, 0), told)

    def answer(text):
        check("the prompt names categories and report", "- computation: " in text and "odd" in text, text)
        # One quotes what nobody wrote.
        return {"sentence": "The cup fell off the table." if "cup" in text else "It is made up.", "category": "environment"}

    answer_all("issues", answer)
    told = assay_json("issues", "classify", "--llm", "file")
    check("a reason that is not in the report is rejected", (told.get("taken"), told.get("rejected")) == (1, 1), told)
    listed = {x["id"]: x["category"] for x in assay_json("issues", "list")}
    check("the list shows it, rules stay where they are sure", listed == {"acme/frame#1": "environment", "acme/frame#2": "", "acme/frame#3": "computation"}, listed)
    shown = assay_json("issues", "show", "acme/frame#1").get("category", {})
    check("with who said so, and why", (shown.get("by"), shown.get("because", [{}])[0].get("sentence")) == ("any", "The cup fell off the table."), shown)
    check("the prompt can be seen", "=== system" in assay("issues", "show", "#1", "--prompt", "mirror").stdout)


def study_types():
    reports = [{"number": 7, "title": "Odd", "body": "The cup fell off the table.", "project": "frame", "labels": ["high priority"], "type": "B1"}]
    with open(f"{folder}/study.json", "w") as f:
        json.dump(reports, f)
    told = assay_json("study", "issues", f"{folder}/study.json", "--llm", "file")
    check("no label yet", told.get("labelled", [{}])[0].get("given") == "", told)
    answer_all("study", lambda text: {"sentence": "the cup fell off", "category": "B1"})
    told = assay_json("study", "issues", f"{folder}/study.json", "--llm", "file")
    check("the model's label is a further rater's", told.get("labelled", [{}])[0].get("given") == "B1" and told["kappa_given_hand"]["items"] == 1, told)


def constraints():
    base = {"framework": "fancy", "version": "1.0", "apis": [
        {"name": "fancy.f", "kind": "function", "parameters": [
            {"name": "a", "type": "float", "description": "The factor. Values should lie from 2 to 7 here."},
            {"name": "b", "type": "float", "description": "Must not be 5, nor anything else that is not allowed."}]}]}
    with open(f"{folder}/base.json", "w") as f:
        json.dump(base, f)
    assay("docs", "import", f"{folder}/base.json")
    show = ("docs", "show", "fancy.f", "--framework", "fancy", "--version", "1.0")
    plain = assay_json(*show)
    check("no rule finds a range", not any(c["kind"] == "range" for p in plain.get("parameters", []) for c in p["constraints"]), plain)
    assay(*show, "--llm", "file")
    answer_all("docs", lambda text: {"types": ["float"], "minimum": 2 if "lie from" in text else 0, "maximum": 7 if "lie from" in text else 1, "choices": []})
    r = assay(*show, "--llm", "file")
    check("people see who found it", "[range] [2, 7] (by a model)" in r.stdout and "1 constraints added, 1 answers without" in r.stdout, r.stdout + r.stderr)
    asked = assay_json(*show, "--llm", "file")
    found = [c for p in asked.get("parameters", []) for c in p["constraints"] if c["source"] == "model"]
    check("only what the text bears out", [(c["parameter"], c["normal"], c["sentence"]) for c in found] ==
          [("a", "[2, 7]", "Values should lie from 2 to 7 here.")], found)


def members():
    if not has_environment("torch"):
        return print("members: no environment torch")
    version = next((t["version"] for t in assay_json("targets") if t["name"].startswith("torch:")), "")
    with open(f"{folder}/spelling.py", "w") as f:
        f.write("import torch\nimport torch.nn.functional as F\nx = F.rellu(torch.ones(2))\ny = F.relu(x)\n")
    check("nothing is known without a base", assay_json("run", "--check", f"{folder}/spelling.py").get("lint") == [])
    os.makedirs(f"{folder}/cache/assay/docs/torch-{version}")
    with open(f"{folder}/cache/assay/docs/torch-{version}/members.json", "w") as f:
        json.dump({"torch": ["nn", "ones"], "torch.nn.functional": ["relu", "elu"]}, f)
    r = assay("run", "--check", f"{folder}/spelling.py")
    check("a misspelt member is told", r.returncode == 1 and ":3:4: E1101 no-member: 'torch.nn.functional' has no member 'rellu'; did you mean 'relu'?" in r.stdout,
          r.stdout + r.stderr)
    return None


with tempfile.TemporaryDirectory() as folder:
    categories()
    study_types()
    constraints()
    members()
finish()
