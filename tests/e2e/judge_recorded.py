"""Recorded answers to the prompts of judge (tests/recorded/judge, written for this project), replayed in rounds: programs, holes, predictions and changes
must come to what is written beside them; lines that are no use are named, and what they were to answer is answered by the next. A sample of the APIs is run;
ASSAY_RECORDED=all runs all."""
import collections
import json
import os
import pathlib
import tempfile

import _assay
from _assay import check, finish, need_environment, without_models

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "recorded" / "judge"
SAMPLE = ("torch.clamp", "torch.bernoulli")
FORMS = {("program",): "seed", ("filling",): "infill"}  # by the properties that are asked for
MOST_ROUNDS = 8
REFUSED = "refused "  # of lines that are no use: and what they are called


def parts(path):
    out, name = {}, ""
    for line in path.read_text().splitlines(keepends=True):
        if line.startswith("=== "):
            name = line[4:].strip()
        else:
            out[name] = out.get(name, "") + line
    form, *texts = out["prompt"].strip().split("\n")
    return {"name": path.stem, "expect": out["expect"].strip(), "form": form, "texts": texts, "answer": out["answer"].rstrip("\n")}


def form_of(body):
    keys = tuple(body["response_format"]["json_schema"]["schema"]["properties"])
    return FORMS.get(keys) or ("predict" if "final_answer" in keys else "change" if "program" in keys else "change-predict")


def fits(pair, prompt):
    asked = prompt["body"]["messages"][-1]["content"]
    return pair["form"] == form_of(prompt["body"]) and all(text in asked for text in pair["texts"])


def assay(*words):
    return _assay.assay(*words, env=without_models())


def line_of(prompt, pair):
    """One line of the file of answers, bad ones as they are."""
    if pair["expect"] == "refused malformed":
        return json.dumps({"custom_id": prompt["custom_id"], "answer": pair["answer"]})[:60]
    key = f"assay-{pair['name'][:2]:0>32}" if pair["expect"] == "refused unknown" else prompt["custom_id"]
    if pair["expect"] == "refused failed":
        return json.dumps({"custom_id": key, "error": {"message": pair["answer"]}})
    return json.dumps({"custom_id": key, "answer": pair["answer"], "usage": {"prompt_tokens": 700, "completion_tokens": 90}})


def answer_all(d, pairs, used):
    """Writes and imports what is asked now. Returns whether anything was."""
    assay("llm", "export", "--llm-db", f"{d}/l.db", "--out", f"{d}/p.jsonl")
    lines, bad = [], []
    for prompt in map(json.loads, open(f"{d}/p.jsonl")):
        mine = [pair for pair in pairs if fits(pair, prompt)]
        good = [pair for pair in mine if not pair["expect"].startswith(REFUSED)]
        check("a question has an answer", good, prompt["body"]["messages"][-1]["content"][-900:])
        # Bad lines first: a better one may follow. A second answer of the same is the bad one itself.
        again = [pair for pair in mine if pair["expect"] == "refused duplicate"]
        order = [pair for pair in mine if pair not in good and pair not in again] + good[:1] + again
        for pair in order:
            lines.append(line_of(prompt, pair))
            used[pair["name"]] = prompt["custom_id"]
            if pair["expect"].startswith(REFUSED):
                bad.append((len(lines), pair["expect"].removeprefix(REFUSED)))
    pathlib.Path(d, "a.jsonl").write_text("".join(line + "\n" for line in lines))
    r = assay("llm", "import", f"{d}/a.jsonl", "--llm-db", f"{d}/l.db", "--json")
    report = json.loads(r.stdout or "{}")
    named = [(p["line"], p["kind"]) for p in report.get("problems", [])]
    check("bad lines are named by line and kind", named == bad, (named, bad, r.stderr))
    check("and all others are taken", report.get("imported") == len(lines) - len(bad), report)
    return bool(lines)


def run(d, apis):
    words = [word for api in apis for word in ("--api", api)]
    r = assay("judge", *words, "--docs", str(FOLDER / "docs.json"), "--any-version", "--oracle", "default", "--budget", "1", "--jobs", "1", "--samples", "1",
              "--model-programs", "2", "--generations", "2", "--llm", "file", "--llm-db", f"{d}/l.db", "--store", f"{d}/j.db", "--json")
    check("the run works", r.returncode in (0, 1), r.stderr)
    return json.loads(r.stdout or "{}")


def outcome_of(pair, key, rows, model):
    """What became of an answer, in the words of `expect`."""
    mine = [row for row in rows if row.get("prompt") == key]
    if pair["form"] in ("predict", "change-predict"):
        return mine[0]["verdict"] if mine else "not judged"
    if pair["form"] == "change" and mine:
        return mine[0]["verdict"]
    word = pair["expect"].removeprefix("rejected ")
    if pair["form"] == "change":
        return f"rejected {word}" if model["changes_rejected"].get(word) else "not judged"
    answer = json.loads(pair["answer"])
    text = (answer.get("program") or answer["filling"].partition("<FILL>")[0]).replace("```python", "").replace("```", "").strip()
    written = [row["status"] for row in rows if row["oracle"] == "model" and row["source"] != "rules" and text in row["text"]]
    return written[0] if written else f"rejected {word}" if model["not_run"].get(word) else "not run"


pairs = [parts(path) for path in sorted(FOLDER.glob("*.txt"))]
check("forty pairs", len(pairs) == 40, len(pairs))
need_environment("torch")
apis = [doc["name"] for doc in json.load(open(FOLDER / "docs.json"))]
if os.environ.get("ASSAY_RECORDED") != "all":
    apis = SAMPLE
    pairs = [pair for pair in pairs if any(f"API: {api}" in pair["texts"] for api in apis)]
with tempfile.TemporaryDirectory() as d:
    used, out = {}, {}
    for _ in range(MOST_ROUNDS):
        out = run(d, apis)
        if not out.get("model", {}).get("spent", {}).get("pending"):
            break
        check("what is answered is kept while the rest waits", out["model"]["cases"] + out["model"]["waiting"] > 0, out["model"])
        if not answer_all(d, pairs, used):
            break
    model = out["model"]
    check("all is answered in the end", model["spent"]["pending"] == 0 and model["waiting"] == 0, model["spent"])
    check("in generations", model["generations"] == 2 * len(apis), model["generations"])
    rows = json.loads(assay("programs", "list", "--pipeline", "judge", "--approach", "model", "--store", f"{d}/j.db", "--json").stdout or "[]")
    check("every trial is listed once, with status and reason", len(rows) == model["cases"] and all(row["status"] and "reason" in row for row in rows), len(rows))
    for pair in pairs:
        if check(f"{pair['name']} is asked for", pair["name"] in used) and not pair["expect"].startswith(REFUSED):
            seen = outcome_of(pair, used[pair["name"]], rows, model)
            check(pair["name"], seen == pair["expect"], (pair["expect"], seen, [row["reason"] for row in rows if row.get("prompt") == used[pair["name"]]]))
    check("hostile code reaches nothing", not pathlib.Path("/tmp/assay-was-here").exists())
    found = json.loads(assay("findings", "list", "--store", f"{d}/j.db", "--json").stdout or "[]")
    suspected = {row["finding"] for row in rows if row["verdict"] == "disagree"}
    check("every disagreement is a suspected finding", {f["id"] for f in found if f.get("kind") == "suspected"} == suspected, (found, suspected))
    if check("there is one", suspected):
        label = assay("findings", "label", min(suspected), "type-misunderstand", "--store", f"{d}/j.db")
        check("it can be labelled", label.returncode == 0, label.stderr)
        again = run(d, apis)["model"]
        check("a run that is repeated asks nothing", again["spent"]["cached"] == again["spent"]["questions"] and again["cases"] == model["cases"], again["spent"])
finish()
