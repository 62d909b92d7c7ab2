"""assay bugs stats, candidates, new, run-tool and scoreboard on small databases, without any framework."""
import json
import os
import subprocess
import sys

from _assay import assay, check, finish, scratch
from _bug_samples import HEADER

d = scratch()


def bugs(*words, fine=(0,)):
    done = assay("bugs", *words, cwd=d)
    if done.returncode not in fine:
        print(f"assay bugs {' '.join(words)}: exit {done.returncode}\n{done.stderr}")
    return done


db = f"{d}/db"
os.makedirs(f"{db}/jax/issue_101")
os.makedirs(f"{db}/jax/issue_105")
for i, api, kind in ((101, "jax.numpy.add", "Incorrect output"), (105, "jax.numpy.sum", "value error")):
    folder = f"{db}/jax/issue_{i}"
    open(f"{folder}/test_issue_{i}.py", "w").write("def test_f():\n    assert True\n")
    open(f"{folder}/requirements.txt", "w").write("")
    open(f"{folder}/reproduce_bug.sh", "w").write(f"conda create -n a python=3.11\nconda activate a\npytest test_issue_{i}.py\n")
rows = ["101,102,Sum is off,Yes,Closed,CPU,,1/2/2024,0.4.20,No,\"a.py,b.cc\",f,jax.numpy.add,Incorrect output,,link,link",
        "105,106,Sum fails,Yes,Closed,CPU,,1/2/2024,0.4.20,Yes,a.cu,f,jax.numpy.sum,value error,,link,link"]
open(f"{db}/bug_dataset_jax.csv", "w", newline="").write(",Filter: x,,,,,,,,,,,,,,,\r\n" + HEADER + "\r\n" + "".join(r + "\r\n" for r in rows))

# Statistics.
s = json.loads(bugs("stats", "--db", db, "--json").stdout)
jax = s["libraries"]["jax"]
check("stats count", (jax["bugs"], jax["release"], jax["nightly"]) == (2, 1, 1), jax)
check("stats: languages", jax["languages"] == {"python": 1, "c++": 1, "cuda": 1}, jax["languages"])
check("stats: differences to the paper", any(x["row"] == "bugs" and x["paper"] == 46 and x["here"] == 2 for x in s["differences_to_paper"]))
text = bugs("stats", "--db", db, "-p", "both").stdout
check("stats: trees and rows", "|-- jax (2)" in text and "\t101 CPU a.py,b.cc" in text and "Total bugs: 2" in text, text[:400])
check("stats: an unknown library", bugs("stats", "-l", "moon", "--db", db, fine=(2,)).returncode == 2)

# A contribution.
check("new", bugs("new", "-l", "jax", "-i", "777", "--oracle", "signal", "--version", "0.4.20", "--title", "Dies", "--api", "jax.jit", "--type",
                  "Aborted", "--db", db).returncode == 0)
check("new: files", sorted(os.listdir(f"{db}/jax/issue_777")) ==
      ["bug.toml", "buggy_code.py", "reproduce_bug.sh", "requirements.txt", "test_issue_777.py"], os.listdir(f"{db}/jax/issue_777"))
c = bugs("new", "--check", "--no-run", "-l", "jax", "-i", "777", "--db", db, "--json", fine=(1,))
checks = {x["check"]: x["result"] for x in json.loads(c.stdout)["checks"]}
check("new --check sees what the template left open", c.returncode == 1 and checks["template"] == "bad" and checks["files"] == "good", checks)
check("new never overwrites", bugs("new", "-l", "jax", "-i", "777", "--oracle", "value", "--db", db, fine=(2,)).returncode == 2)
check("new: an unknown oracle", bugs("new", "-l", "jax", "-i", "778", "--oracle", "moon", "--db", db, fine=(2,)).returncode == 2)

# A tool by script: one bug found, one not supported.
script = f"{d}/run.sh"
open(script, "w").write('echo UNSUPPORTED jax.numpy.add\ntest "$1" = jax\ntest -s "$ASSAY_BUGS_FOLDER/apis_under_test.txt"\n'
                        'echo \'FINDING {"api": "jax.numpy.sum", "kind": "exception", "exception": "ValueError", "message": "no"}\'\n')
subprocess.run([sys.executable, "-m", "venv", "--without-pip", f"{d}/venv"], check=True)
r = bugs("run-tool", "-c", "mine", "--environment", f"{d}/venv", "-l", "jax", "-v", "0.4.20", "-r", script, "--db", db, "--folder", f"{d}/work", "--time", "5s", "--json")
seen = {b["id"]: b["score"] for b in json.loads(r.stdout or "{}").get("bugs", [])} if r.returncode == 0 else {}
check("run-tool with a script", seen.get("105") == "found" and seen.get("101") == "not supported", r.stdout + r.stderr)
check("run-tool: an unknown tool", bugs("run-tool", "-c", "moon", "-l", "jax", "-v", "0.4.20", "--db", db, fine=(2,)).returncode == 2)
check("run-tool: an unknown version", bugs("run-tool", "-c", "judge", "-l", "jax", "-v", "9", "--db", db, fine=(2,)).returncode == 2)
b = json.loads(bugs("scoreboard", "--json", "--csv", f"{d}/b.csv", "--html", f"{d}/b.html").stdout or "{}")
check("scoreboard", b.get("tools", {}).get("mine", {}).get("found") == 1, b)
check("scoreboard: CSV and page", "mine,jax,105" in open(f"{d}/b.csv").read() and "<table>" in open(f"{d}/b.html").read())

# Candidates.
issue = {"number": 7, "title": "diff fails", "state": "closed", "state_reason": "completed", "created_at": "2024-01-05T00:00:00Z",
         "labels": [{"name": "bug"}], "html_url": "https://github.com/jax-ml/jax/issues/7",
         "body": "```python\nimport jax.numpy as jnp\nprint(jnp.diff(jnp.arange(3)))\n```\njax version: 0.4.23"}


def report(number, **more):
    return dict(issue, number=number, html_url=f"https://github.com/jax-ml/jax/issues/{number}", **more)


mended = {"closedByPullRequestsReferences": [{"number": 99, "url": "https://github.com/jax-ml/jax/pull/99"}]}
open(f"{d}/dump.json", "w").write(json.dumps([
    report(7), report(8, state="open"), report(9, **mended), report(10, **mended, labels=[{"name": "bug"}, {"name": "documentation"}]),
    report(11, **mended, title="pip install fails"), report(12, **mended, labels=[]), report(13, **dict(mended, created_at="2019-01-05T00:00:00Z")),
    report(14, **mended, body="It is wrong."), report(15, **dict(mended, state_reason="not_planned"))]))
assay("issues", "import", f"{d}/dump.json", "--store", f"{d}/issues.db")
f = (json.loads(bugs("candidates", "-l", "jax", "--store", f"{d}/issues.db", "--json").stdout or "[]") or [{}])[0]
check("candidates: the funnel", [f.get(k) for k in ("reports", "filtered", "inspected", "candidates")] == [9, 4, 2, 1], f)
check("candidates: reasons", f.get("reasons") == {
    "no linked pull request is known": 1, "not closed": 1, "documentation": 1, "build or installation": 1, "not labelled as a bug": 1,
    "outside of the period": 1, "no program to reproduce it with": 1, "closed as not planned or as a duplicate": 1}, f.get("reasons"))
check("candidates: the paper's figures", f.get("paper", {}).get("filtered") == 111, f)
t = bugs("candidates", "-l", "jax", "--store", f"{d}/issues.db", "--list").stdout
check("candidates: listed", "jax-ml/jax#9  diff fails" in t and "jax-ml/jax#11" not in t, t)
check("candidates: a library without reports", bugs("candidates", "-l", "pytorch", "--store", f"{d}/issues.db", fine=(2,)).returncode == 2)
finish()
