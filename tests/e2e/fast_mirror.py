"""assay mirror run and table: a program is carried from torch to jax, run and judged; screening, counts, going on, mistakes on the command line."""
import os
import random
import tempfile

from _assay import assay, check, finish, need_environment, parsed

need_environment("torch", "jax")

CARRIED = """import torch
import torch.nn.functional as F

x = torch.tensor([[-1.0, 0.0, 2.5], [3.0, -4.0, 0.5]])
y = F.softmax(F.relu(x), dim=1)
z = torch.sum(y, dim=0, keepdim=True)
print(z)
assert z.shape == (1, 3)
"""
EMPTY = "import torch\ntorch.softmax(torch.zeros(0), -1)\n"
ELSEWHERE = "import torch\nimport scipy\nx = torch.ones(2)\n"
ENDS = "import os\nimport torch\nx = torch.arange(3.0)\ny = x * 2\nif float(y[1]) == 2.0:\n    os.abort()\n"
OTHER_WAY = "import torch\nx = torch.arange(4.0)\nx.addcdiv(1, torch.ones(4), torch.tensor([2.0, 4.0, 5.0, 8.0]))\n"
ALONE = "import torch\ntorch.ops.aten._nested_tensor_size(torch.ones(1))\n"

with tempfile.TemporaryDirectory() as d:
    db = f"{d}/m.db"
    os.mkdir(f"{d}/programs")
    open(f"{d}/programs/a.py", "w").write(CARRIED)
    open(f"{d}/programs/b.py", "w").write(ALONE)
    open(f"{d}/programs/c.py", "w").write(CARRIED.replace("2.5", "0.25"))
    open(f"{d}/programs/d.py", "w").write(EMPTY)
    open(f"{d}/programs/e.py", "w").write(ELSEWHERE)
    r = assay("mirror", "run", f"{d}/programs", "--to", "jax", "--llm", "none", "--store", db, "--json")
    out = parsed(r)
    check("counts", r.returncode == 0 and out.get("inputs") == 5 and out.get("screened_in") == 3 == out.get("valid") == out.get("preserving"), r.stdout + r.stderr)
    # Programs that end their process say how far they came, and a call that became an operator is held to what the call gave.
    open(f"{d}/ends.py", "w").write(ENDS)
    open(f"{d}/other.py", "w").write(OTHER_WAY)
    ended = parsed(assay("mirror", "run", f"{d}/ends.py", f"{d}/other.py", "--to", "jax", "--llm", "none", "--store", f"{d}/e.db", "--json")).get("outputs") or [{}, {}]
    check("a crash leaves what was computed before", ended[0].get("source_symptom") == "crash" and ended[0].get("preserving") is True, ended[0])
    check("the result of an expression counts", ended[-1].get("preserving") is not True, ended[-1])
    r = assay("mirror", "run", f"{d}/ends.py", "--to", "mindspore", "--llm", "none", "--store", f"{d}/e.db")
    check("mindspore is refused with a reason", r.returncode == 2 and "mindspore is" in r.stderr and "unknown" not in r.stderr, r.stderr)
    first = (out.get("outputs") or [{}])[0]
    check("the twin is all of jax", first.get("name") == "a.py" and "import torch" not in first.get("program", "import torch") and first.get("from") == "torch", first)
    check("on its own inputs, without a symptom", first.get("inputs") == "own" and first.get("verdict") == "none" and first.get("left") == [], first)
    check("values were compared", any(x["numbers"] >= 6 for x in first.get("evidence", {}).get("rungs", [])), first.get("evidence"))
    dropped = (out.get("screened_out") or [{}])[0]
    check("screened out by name", dropped.get("name") == "b.py" and "nested_tensor_size" in str(dropped.get("missing")) and dropped.get("why"), dropped)
    check("a module that is not there, by name", "scipy (torch)" in str(out.get("screened_out")), out.get("screened_out"))
    check("which pairs were gone by", isinstance(out.get("pairs_of"), list), out.get("pairs_of"))
    check("no finding", out.get("findings") == [] and out.get("complete") is True, out.get("findings"))

    again = parsed(assay("mirror", "run", "--resume", "--store", db, "--json"))
    check("a complete run is told again, nothing is run", again.get("outputs") == out.get("outputs"), str(again)[:300])
    alone = parsed(assay("mirror", "run", f"{d}/programs", "--to", "jax", "--jobs", "1", "--store", f"{d}/one.db", "--json"))
    check("the same with one job", alone.get("outputs") == out.get("outputs"), str(alone)[:300])

    def runs(report, key):
        return sum(row[key] for row in report.get("spent", []))

    # A number that no earlier run has seen.
    os.mkdir(f"{d}/own")
    open(f"{d}/own/f.py", "w").write(CARRIED.replace("2.5", repr(random.random())))
    first, kept, fresh = (parsed(assay("mirror", "run", f"{d}/own", "--to", "jax", "--store", f"{d}/own.db", "--json", *more)) for more in ([], [], ["--fresh"]))
    check("what is new is run", runs(first, "runs") == 2 and runs(first, "kept") == 0, first.get("spent"))
    check("what was run is not run again", runs(kept, "runs") == 0 and runs(kept, "kept") == 2, kept.get("spent"))
    check("unless it is asked for", runs(fresh, "runs") == 2 and runs(fresh, "kept") == 0, fresh.get("spent"))
    check("all the same", first.get("outputs") and first["outputs"] == kept.get("outputs") == fresh.get("outputs"), str(kept)[:300])

    open(f"{d}/programs/c.py", "a").write("print(1)\n")
    r = assay("mirror", "run", "--resume", "--store", db)
    check("changed programs are not gone on with", r.returncode == 2 and "changed" in r.stderr, r.stderr)

    table = parsed(assay("mirror", "table", "--store", db, "--json"))
    rows = table.get("rows", [{}])
    check("our row comes first", rows[0].get("source") == "measured" and rows[0].get("valid") == 3, rows[:1])
    check("the paper's stand below", any(x.get("approach") == "crossprobe" and x.get("preserving") == 49 for x in rows), rows)
    r = assay("mirror", "table", "--store", db)
    check("a table for people", r.returncode == 0 and "Table 7" in r.stdout and "matching model" in r.stdout, r.stdout[:500])

    for args, word in ((["--to", "jax"], "nothing to translate"), ([f"{d}/programs/a.py"], "--to"), ([f"{d}/programs/a.py", "--to", "caffe"], "caffe"),
                       ([f"{d}/programs/a.py", "--to", "torch"], "already"), ([f"{d}/none.py", "--to", "jax"], "none.py"),
                       ([f"{d}/programs/a.py", "--to", "jax", "--screen", "most"], "--screen"), ([f"{d}/programs/a.py", "--to", "jax", "--jobs", "0"], "--jobs"),
                       ([f"{d}/programs/a.py", "--to", "jax", "--without", "luck"], "--without"), (["--bugs", f"{d}/programs", "--to", "jax"], "--bugs"),
                       (["--resume"], "--resume")):
        r = assay("mirror", "run", *args, "--store", f"{d}/bad.db")
        check(f"refused: {args}", r.returncode == 2 and word in r.stderr, f"{r.returncode} {r.stderr}")
    for name, text, word in (("empty.py", "", "is empty"), ("bytes.py", "import torch\0", "bytes of value 0"), ("broken.py", "import torch\nx = (\n", "broken.py:2: "),
                             ("plain.py", "print(1)\n", "imports no framework"), ("report.md", "It is wrong.\n```\n```\n", "holds no program"),
                             ("words.md", "It gives torch.ones a wrong sum.\n", "words.md:1: ")):
        open(f"{d}/{name}", "w").write(text)
        r = assay("mirror", "run", *(["--issue"] if name.endswith(".md") else []), f"{d}/{name}", "--to", "jax", "--store", f"{d}/bad.db")
        check(f"{name} is refused", r.returncode == 2 and word in r.stderr and name in r.stderr, f"{r.returncode} {r.stderr}")
    r = assay("mirror", "rewrite", f"{d}/broken.py", "--to", "jax")
    check("a broken program is not carried", r.returncode == 2 and "broken.py:2: " in r.stderr and not r.stdout, r.stdout + r.stderr)
    os.mkdir(f"{d}/none")
    for args, word in (([f"{d}/none"], "no .py files"), (["--bugs", f"{d}/absent"], "absent"), (["--bugs", f"{d}/none"], "none"), (["--issue", f"{d}/none"], "not a regular file")):
        r = assay("mirror", "run", *args, "--to", "jax", "--store", f"{d}/bad.db")
        check(f"refused: {args}", r.returncode == 2 and word in r.stderr, f"{r.returncode} {r.stderr}")
    check("bad usage leaves no store", not os.path.exists(f"{d}/bad.db"))
finish()
