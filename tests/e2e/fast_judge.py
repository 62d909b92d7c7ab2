"""assay judge on real torch: a refuted claim is found, kept, told, labelled. Mistakes on the command line. (judge_life.py: what becomes of findings.)"""
import contextlib
import json
import os
import sqlite3
import tempfile

from _assay import assay, check, finish, need_environment, parsed
from _old_claim import refute_old_claim

need_environment("torch")

with tempfile.TemporaryDirectory() as d:
    db = f"{d}/j.db"
    doc, out, f = refute_old_claim(d, db)
    ID = f["id"]
    check("counts", out.get("apis") == 1 and out.get("reached") == 1 and out["programs"] == sum(out["statuses"].values()), out)
    check("the finding says all", f["api"] == "torch.addmm" and f["oracle"] == "ignored-if" and f["parameter"] == "input"
          and f["confirmed"] == 2 and f["bug_type"] == "Tensor Shape Misalignment" and "torch.addmm" in f["program"], f)

    # What was run is kept, also where it found nothing, beside the words that it was made from.
    def kept():
        with contextlib.closing(sqlite3.connect(f"file:{db}?mode=ro", uri=True)) as store:
            return store.execute("SELECT kind, json FROM documents WHERE kind LIKE 'judge programs torch.addmm %'").fetchall()

    programs = kept()
    one = json.loads(programs[0][1]) if programs else {"programs": [], "texts": [], "documentation": ""}
    check("programs are kept", len(programs) == 1 and {p["verdict"] for p in one["programs"]} == {v for v, n in out["oracles"]["ignored-if"].items() if n}, (one["programs"], out["oracles"]))
    check("each with its text, which calls the API", one["programs"] and all("torch.addmm(" in one["texts"][p["text"]] for p in one["programs"]), one)
    check("the one that shows the finding says so", [p.get("finding") for p in one["programs"] if p["verdict"] == "broken"] == [ID], one["programs"])
    check("the words have their place in the documentation", all("ignored" in p["sentence"] and p["place"] for p in one["programs"]) and "is ignored" in one["documentation"], one)

    # Going on with a run that is complete runs nothing, and tells the same.
    r = assay("judge", "--resume", "--store", db, "--json")
    again = parsed(r)
    check("resume", r.returncode == 1 and again["findings"] == out["findings"] and again["programs"] == out["programs"] and kept() == programs, r.stdout + r.stderr)

    r = assay("findings", "list", "--store", db, "--json")
    check("list", [x["id"] for x in parsed(r)] == [ID], r.stdout + r.stderr)
    r = assay("findings", "list", "--store", db)
    check("list for people", ID in r.stdout and "torch.addmm" in r.stdout, r.stdout + r.stderr)
    shown = parsed(assay("findings", "show", ID, "--store", db, "--json"))
    check("show --json", shown.get("evidence") == f["evidence"] and shown.get("bug_type") == f["bug_type"], shown)
    r = assay("findings", "repro", ID, "--store", db, "--out", f"{d}/repro.py")
    text = open(f"{d}/repro.py").read() if os.path.exists(f"{d}/repro.py") else ""
    check("repro", r.returncode == 1 and "def " not in text and "torch.addmm" in text and f["evidence"][:20] in text, r.stdout + r.stderr + text)

    for fmt in ("text", "markdown", "html", "json", "sarif", "junit"):
        r = assay("findings", "export", ID, "--store", db, "--format", fmt)
        check(f"export {fmt}", r.returncode == 0 and "ignored" in r.stdout, r.stdout + r.stderr)
    sarif = parsed(assay("findings", "export", ID, "--store", db, "--format", "sarif"))
    place = sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    check("sarif names the program", place == f"{ID}/program.py", place)
    r = assay("findings", "export", ID, "--store", db, "--out", f"{d}/case")
    check("export of the program", os.path.exists(f"{d}/case/program.py"), r.stdout + r.stderr)

    r = assay("findings", "label", ID, "true", "--note", "seen by hand", "--store", db)
    check("label", r.returncode == 0, r.stderr)
    check("list by label", len(parsed(assay("findings", "list", "--label", "true", "--store", db, "--json"))) == 1)
    check("list by another label", parsed(assay("findings", "list", "--label", "false", "--store", db, "--json")) == [])
    r = assay("findings", "label", ID, "nonesuch", "--store", db)
    check("unknown label", r.returncode == 2 and "prediction-error" in r.stderr, r.stderr)
    r = assay("findings", "label", "--list", "--json")
    check("labels", len(parsed(r)) == 24, r.stdout)
    r = assay("findings", "ready", ID, "--project", "pytorch", "--store", db)
    check("ready says what to do instead", r.returncode == 2 and "export" in r.stderr, r.stdout + r.stderr)
    r = assay("locate", ID, "--store", db)
    check("locate says what to do instead", r.returncode == 2 and "repro" in r.stderr, r.stdout + r.stderr)
    doc["version"] = "1.0.0"
    json.dump([doc], open(f"{d}/older.json", "w"))
    doc["version"] = ""
    json.dump([{**doc, "parameters": [{"name": "x=1) or print(1) or ("}]}], open(f"{d}/hostile.json", "w"))
    open(f"{d}/broken.py", "w").write("import torch\nx = torch.ones(2\n")
    open(f"{d}/both.py", "w").write("import torch\nimport jax\n")
    for args, words in (
            (("--api", "torch.nonesuch"), "nearest"),
            (("--module", "torch.nn.functionall"), "torch.nn.functional"),
            ((), "--api"),
            (("--api", "torch.relu", "--all"), "one of these"),
            (("--api", "torch.relu", "--oracle", "nonesuch"), "ignored-if"),
            (("--api", "torch.addmm", "--docs", f"{d}/older.json"), "--any-version"),
            (("--api", "torch.relu", "--time", "soon"), "--time"),
            (("--resume", "--store", f"{d}/absent.db"), "absent.db"),
            (("--issue", f"{d}/absent.py"), "absent.py"),
            (("--issue", f"{d}/broken.py"), "line 2"),
            (("--issue", f"{d}/both.py"), "jax and torch"),
            (("--api", "torch.addmm", "--docs", f"{d}/hostile.json"), "parameters[0].name"),
            (("--api", "torch.relu", "--docs", f"{d}/old.json"), "documents no torch.relu"),
            (("--api", "torch.addmm", "--budget", "-1"), "--budget"),
            (("--api", "torch.addmm", "--llm", "nonesuch"), "provider")):
        store = () if "--store" in args else ("--store", f"{d}/x.db")
        model = () if "--llm" in args else ("--llm", "none")
        r = assay("judge", *model, *store, *args)
        check(f"judge {args}", r.returncode == 2 and words in r.stderr, r.stdout + r.stderr)
finish()
