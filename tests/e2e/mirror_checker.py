"""The check of assay mirror, checked: hand-written twins that are subtly wrong are never called preserving, unusual right ones are, and none of them
accuses a framework (samples/mirror-twins.txt). They come in as answers of a language model."""
import json
import os
import re
import sys
import tempfile

import _assay
from _assay import check, finish, need_environment, without_models

need_environment("torch", "jax")


def assay(*words):
    return _assay.assay(*words, timeout=3600, env=without_models())


def cases():
    text = open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "samples", "mirror-twins.txt")).read()
    for head, body in re.findall(r"^=== (.*)\n((?:(?!=== ).*\n?)*)", text, re.M):
        name, words = head.split(": ")
        source, twin = body.split("\n---\n")
        yield name, words.split(), f"# {name}\n{source}\n", twin


with tempfile.TemporaryDirectory() as d:
    os.mkdir(f"{d}/programs")
    twins, wanted = {}, {}
    only = sys.argv[1:]
    for name, words, source, twin in cases():
        if only and name not in only:
            continue
        open(f"{d}/programs/{name}.py", "w").write(source)
        twins[name], wanted[f"{name}.py"] = twin, words
    run = ("mirror", "run", f"{d}/programs", "--to", "jax", "--llm", "file", "--approach", "basic-cot", "--llm-db", f"{d}/llm.db", "--store", f"{d}/m.db", "--json")
    r = assay(*run)
    check("the prompts wait", json.loads(r.stdout or "{}") == {"pending": len(twins)}, r.stdout + r.stderr)
    assay("llm", "export", "--llm-db", f"{d}/llm.db", "--out", f"{d}/prompts.jsonl")
    with open(f"{d}/answers.jsonl", "w") as answers:
        for line in open(f"{d}/prompts.jsonl"):
            prompt = json.loads(line)
            name = re.search(r"^# ([\w'-]+)$", prompt["body"]["messages"][-1]["content"], re.M)[1]
            answers.write(json.dumps({"custom_id": prompt["custom_id"], "answer": f"```python\n{twins[name]}\n```"}) + "\n")
    assay("llm", "import", f"{d}/answers.jsonl", "--llm-db", f"{d}/llm.db")
    r = assay(*run)
    out = json.loads(r.stdout or "{}")
    check("all were judged", len(out.get("outputs", [])) == len(twins), r.stdout[:300] + r.stderr)
    for o in out.get("outputs", []):
        kind, *shown = wanted[o["name"]]
        about = f"{o['name']}: {o['why']} (inputs {o['inputs']}) {json.dumps(o['evidence'].get('rungs'))}"
        check(f"{o['name']} is {kind}", kind == "any" or o["preserving"] == (kind == "right"), about)
        check(f"{o['name']} is valid", o["valid"], about)
        if shown:
            check(f"{o['name']} shows {shown}", [o["symptom"], o["verdict"]] == shown, f"{o['symptom']} {o['verdict']} {o['message']}")
        check(f"{o['name']} accuses nobody", not o["accused"], o["judged"])
    found = out.get("findings", [])
    check("what looks wrong is suspected, and no more", all(f["state"] == "suspected" for f in found) and r.returncode == (1 if found else 0), found)
finish()
