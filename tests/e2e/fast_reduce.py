"""assay reduce: planted faults get small and stay the same failure; interrupting and killing keep the best so far; mistakes."""
import json
import os
import shutil
import signal
import sqlite3
import tempfile
import time

from _assay import BACKENDS, assay, check, finish, need_planted_worker, start_assay

need_planted_worker()


def reduce_json(finding, store, *more):
    r = assay("reduce", finding, "--store", store, "--backend-dir", BACKENDS, "--json", *more)
    return json.loads(r.stdout) if r.returncode == 0 else {"error": r.stderr}


def chain(middle, before=12, after=12):
    """A model in text form with `middle` (from m to n) between elementwise nodes."""
    lines, last = [], "x"
    for i in range(before):
        lines.append(f"  a{i} = {'Sin' if i % 2 else 'Cos'}({last})")
        last = f"a{i}"
    lines += [f"  m = Neg({last})", *middle]
    last = "n"
    for i in range(after):
        lines.append(f"  b{i} = {'Tanh' if i % 2 else 'Abs'}({last})")
        last = f"b{i}"
    return "graph net (x: float32[3,4]) -> (y: float32[...]) {\n" + "\n".join(lines) + f"\n  y = Identity({last})\n}}\n"


def finding(folder, fault, text):
    """Checks the model on the broken worker; the store and the id of what was found."""
    model, store = os.path.join(folder, f"{fault}.txt"), os.path.join(folder, f"{fault}.db")
    with open(model, "w") as f:
        f.write(text)
    assay("check", model, "--targets", f"planted:{fault}", "--backend-dir", BACKENDS, "--seed", "1", "--store", store)
    found = json.loads(assay("findings", "list", "--json", "--store", store).stdout or "[]")
    check(f"{fault} is found", len(found) == 1, found)
    return store, found[0]["id"] if found else "none"


with tempfile.TemporaryDirectory() as d:
    # A kernel: one node is left.
    store, i = finding(d, "hard-swish-slope", chain(["  n = HardSwish(m)"]))
    copies = [f"{d}/copy{k}.db" for k in range(2)]
    for copy in copies:
        shutil.copy(store, copy)
    x = reduce_json(i, store)
    check("a wrong kernel is one node", x.get("nodes") == 1 and x.get("original_nodes") == 27 and "HardSwish" in x["model"], x)
    check("the search came to its end", x.get("complete") is True, x)
    check("it says what was kept", "HardSwish" in x.get("locked_on", ""), x)
    check("it says what does not matter", any(note.startswith("x:") for note in x.get("notes", [])), x)
    check("and where else it shows", x.get("opsets", [0, 0])[0] <= 21 <= x.get("opsets", [0, 0])[1], x)
    shown = json.loads(assay("findings", "show", i, "--json", "--store", store).stdout)
    check("the state is reduced", shown["state"] == "reduced", shown["state"])
    check("the facts are kept", shown["reduction"]["canonical"] == x["canonical"] and shown["evidence"]["status"] == "wrong", shown)
    check("the history tells", any(e["event"] == "reduced" and "27 -> 1" in e["message"] for e in shown["history"]), shown["history"])
    again = reduce_json(i, store)
    check("a second time goes on from there", again.get("nodes") == 1 and again["tries"] <= x["tries"] and again["original_nodes"] == 27, again)

    # The result does not depend on the number of jobs.
    answers = [reduce_json(i, copies[k], "--jobs", str(jobs)) for k, jobs in enumerate((1, 4))]
    check("jobs make no difference", answers[0].get("model") == answers[1].get("model") and answers[0]["tries"] == answers[1]["tries"],
          answers)

    # An optimiser: the two nodes that it merges.
    store, i = finding(d, "limits-merged", chain(["  lo: float32[] = -5", "  r = Tanh(m)", "  n = Clip(r, lo)"]))
    x = reduce_json(i, store)
    check("a wrong fusion is two nodes", x.get("nodes") == 2 and "Clip" in x["model"], x)

    # A crash.
    store, i = finding(d, "abort-on-rank-five", chain(["  s: int64[5] = [1, 1, 1, 3, 4]", "  r = Reshape(m, s)", "  n = Add(r, r)"]))
    x = reduce_json(i, store)
    check("a crash is one node", x.get("nodes") == 1, x)

    # People read a table, with the model.
    r = assay("reduce", i, "--store", store, "--backend-dir", BACKENDS)
    check("for people", r.returncode == 0 and "same failure" in r.stdout and "graph g" in r.stdout, r.stdout + r.stderr)

    # Out of time: what is there is kept, and said to be cut short.
    store, i = finding(d, "gelu-formulas-swapped", chain(["  n = Gelu(m)"]).replace("x: float32[3,4]", "x: float32[40,40]"))
    x = reduce_json(i, store, "--time", "0.001s")
    check("cut short is said", x.get("complete") is False and x["nodes"] <= x["original_nodes"], x)

    # Interrupted: exit code 0, the best so far is in the store. Before it listens, or its first run has ended, there is nothing to keep:
    # then later.
    for seconds in (0.15, 0.3, 0.6, 1.2, 2.4):
        process = start_assay("reduce", i, "--store", store, "--backend-dir", BACKENDS, "--json")
        time.sleep(seconds)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
        if process.returncode >= 0 and "interrupted" not in err:
            break
    check("interrupting is no error", process.returncode == 0 and json.loads(out)["nodes"] >= 1, err)
    kept = sqlite3.connect(store).execute("select nodes from reductions").fetchone()
    check("and leaves a case", kept is not None and kept[0] >= 1, kept)

    # Mistakes.
    r = assay("reduce", "nonesuch", "--store", store)
    check("an unknown id", r.returncode == 2 and "nonesuch" in r.stderr, r.stderr)
    r = assay("reduce", i, "--store", f"{d}/missing.db")
    check("a missing store", r.returncode == 2, r.stderr)
    r = assay("reduce", i, "--store", store, "--time", "soon", "--backend-dir", BACKENDS)
    check("a bad time", r.returncode == 2 and "--time" in r.stderr, r.stderr)
    r = assay("reduce", i, "--store", store)
    check("an unknown target", r.returncode == 2 and "planted" in r.stderr, r.stderr)
    rows = sqlite3.connect(store)
    rows.execute("update findings set target = 'planted'")
    rows.execute("delete from reductions")
    rows.commit()
    rows.close()
    r = assay("reduce", i, "--store", store, "--backend-dir", BACKENDS)
    check("what does not repeat", r.returncode == 2 and "does not repeat" in r.stderr, r.stderr)
finish()
