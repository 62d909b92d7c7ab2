"""Recorded answers to the prompts of mirror (tests/recorded/mirror, written for this project), replayed: each twin must come to what is written beside
it, and a line that is refused is named while the others run. A sample is run; ASSAY_RECORDED=all runs all forty, which takes minutes."""
import json
import os
import pathlib
import tempfile

import _assay
from _assay import check, finish, need_environment, without_models

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "recorded" / "mirror"
SAMPLE = ("exp", "relu", "clamp", "matmul", "constant", "no-such-api", "not-python", "no-json")
WANTED_VALID, WANTED_PRESERVING = 0.9, 0.8  # of a strong model's answers


def parts(path):
    out, name = {}, ""
    for line in path.read_text().splitlines(keepends=True):
        if line.startswith("=== "):
            name = line[4:].strip()
        else:
            out[name] = out.get(name, "") + line
    return {"name": path.stem.partition("-")[2], "expect": out["expect"].strip(), "source": out["source"], "answer": out["answer"].strip()}


def assay(*words):
    return _assay.assay(*words, timeout=3600, env=without_models())


def run(d, programs):
    r = assay("mirror", "run", *programs, "--to", "jax", "--approach", "crossprobe", "--screen", "off", "--llm", "file", "--llm-db", f"{d}/l.db", "--store",
              f"{d}/m.db", "--json")
    check("the run works", r.returncode in (0, 1), r.stderr)
    return json.loads(r.stdout or "{}")


def reached(output):
    return "preserving" if output.get("preserving") else "valid" if output.get("valid") else "invalid"


pairs = [parts(path) for path in sorted(FOLDER.glob("*.txt"))]
check("forty pairs", len(pairs) == 40, len(pairs))
share = lambda good: sum(pair["expect"] in good for pair in pairs) / len(pairs)
check("as valid as is wanted of a strong model", share({"preserving", "valid"}) >= WANTED_VALID, share({"preserving", "valid"}))
check("as preserving", share({"preserving"}) >= WANTED_PRESERVING, share({"preserving"}))
need_environment("torch", "jax")
if os.environ.get("ASSAY_RECORDED") != "all":
    pairs = [next(pair for pair in pairs if pair["name"] == name) for name in SAMPLE]
with tempfile.TemporaryDirectory() as d:
    for pair in pairs:
        pathlib.Path(d, pair["name"] + ".py").write_text(pair["source"])
    programs = [f"{d}/{pair['name']}.py" for pair in pairs]
    check("all wait", run(d, programs) == {"pending": len(pairs)})
    assay("llm", "export", "--llm-db", f"{d}/l.db", "--out", f"{d}/p.jsonl")
    with open(f"{d}/a.jsonl", "w") as file:
        for line in open(f"{d}/p.jsonl"):
            prompt = json.loads(line)
            text = prompt["body"]["messages"][-1]["content"]
            pair = next(pair for pair in pairs if pair["source"].strip() in text)
            file.write(json.dumps({"custom_id": prompt["custom_id"], "answer": pair["answer"]}) + "\n")
    r = assay("llm", "import", f"{d}/a.jsonl", "--llm-db", f"{d}/l.db")
    waiting = [pair["name"] for pair in pairs if pair["expect"] == "waiting"]
    check("a line that does not fit is named", r.returncode == 2 and r.stderr.count("misfit") == len(waiting), r.stderr)
    out = run(d, programs)
    check("the rest runs while it waits", out.get("pending") == len(waiting) and len(out.get("outputs", [])) == len(pairs) - len(waiting), out.get("pending"))
    outputs = {pathlib.Path(output["name"]).stem: output for output in out.get("outputs", [])}
    for pair in pairs:
        if pair["expect"] != "waiting":
            output = outputs.get(pair["name"], {})
            check(pair["name"], reached(output) == pair["expect"], (pair["expect"], reached(output), output.get("why"), output.get("message")))
    listed = json.loads(assay("programs", "list", "--store", f"{d}/m.db", "--json").stdout or "[]")
    check("every trial is listed with its status", len(listed) == len(outputs) and all(row["status"] and "reason" in row for row in listed), listed)
finish()
