"""Tools that misbehave, on a database with hostile names: nothing hangs, nothing is lost, and a tool that did not look has missed nothing."""
import json
import os
import subprocess
import sys

from _assay import assay, check, finish, scratch
from _bug_samples import HEADER

HOSTILE = "<script>alert(1)</script>&\"'{apis}"
d = scratch()
db = f"{d}/db"
os.makedirs(f"{db}/jax/issue_1")
open(f"{db}/jax/issue_1/test_issue_1.py", "w").write("def test_f():\n    assert True\n")
open(f"{db}/jax/issue_1/requirements.txt", "w").write("")
open(f"{db}/jax/issue_1/reproduce_bug.sh", "w").write("pytest test_issue_1.py\n")
row = ["1", "2", "Title", "Yes", "Closed", "CPU", "", "1/2/2024", "1.0", "No", "a.py", "f", HOSTILE, "Aborted", "", "l", "l"]
open(f"{db}/bug_dataset_jax.csv", "w", newline="").write(HEADER + "\r\n" + ",".join('"' + c.replace('"', '""') + '"' for c in row) + "\r\n")
subprocess.run([sys.executable, "-m", "venv", "--without-pip", f"{d}/venv"], check=True)
tools = 0


def score(script, lines="", board="board.json"):
    """What becomes of the bug under a tool that runs `script` in a shell."""
    global tools
    tools += 1
    path = f"{d}/tool{tools}.toml"
    open(path, "w").write(f"command = [\"/bin/sh\", \"-c\", {json.dumps(script)}]\naim = \"nothing\"\n{lines}")
    done = assay("bugs", "run-tool", "-c", path, "--environment", f"{d}/venv", "-l", "jax", "-v", "1.0", "--db", db, "--folder", f"{d}/work", "--time", "1s",
                 "--board", board, "--json", cwd=d)
    try:
        bug = json.loads(done.stdout)["bugs"][0]
        return done.returncode, bug["score"], bug["reason"]
    except (ValueError, KeyError, IndexError):
        return done.returncode, "", done.stdout[:300] + done.stderr[:300]


found = "FINDING " + json.dumps({"api": HOSTILE, "kind": "crash", "id": HOSTILE})
quoted = found.replace("'", "'\\''")

seen = score(f"echo '{quoted}'")
check("a finding", seen[:2] == (0, "found"), seen)
seen = score("true")
check("a search that finds nothing is a miss", seen[:2] == (0, "missed"), seen)
seen = score("exec /no/such/program")
check("a broken command", seen[:2] == (2, "not run") and "exit code 127" in seen[2], seen)
seen = score("kill -SEGV $$")
check("a signal", seen[:2] == (2, "not run") and "signal 11" in seen[2], seen)
seen = score("echo 'FINDING {]'")
check("garbage", seen[:2] == (2, "not run") and "line 1" in seen[2], seen)
seen = score(f"echo 'FINDING nonsense'; echo '{quoted}'; exit 3")
check("what was found before the end counts", seen[:2] == (0, "found"), seen)
seen = score("yes 'FINDING {\"api\": \"a.b\", \"kind\": \"crash\"}'")
check("a flood ends", seen[:2] == (2, "not run") and "more than" in seen[2], seen)
seen = score("sleep 1000", "grace = 1\n")
check("a tool that hangs is ended", seen[:2] == (2, "not run") and "did not end" in seen[2], seen)
mark = f"{8000000 + os.getpid()}"
seen = score(f"setsid sleep {mark} & setsid sleep {mark} & exit 0")
alive = subprocess.run(["pgrep", "-f", f"^sleep {mark}"], capture_output=True, text=True).stdout
check("daemons end with the tool", seen[:2] == (0, "missed") and alive == "", (seen, alive))

# The manifest itself.
for what, text in (("no TOML", "command = ["), ("no command", "aim = \"api\"\n"), ("an unknown key", "comand = [\"a\"]\n"),
                   ("an unknown placeholder", "command = [\"{moon}\"]\n"), ("no sandbox", "command = [\"/bin/sh\"]\nsandbox = false\n")):
    open(f"{d}/bad.toml", "w").write(text)
    done = assay("bugs", "run-tool", "-c", f"{d}/bad.toml", "--environment", f"{d}/venv", "-l", "jax", "-v", "1.0", "--db", db, cwd=d)
    check(f"manifest: {what}", done.returncode == 2 and "bad.toml" in done.stderr, (done.returncode, done.stderr))

# The board.
for what, text in (("no JSON", "{"), ("another form", "{\"scoreboard\": \"x\", \"entries\": []}"), ("an entry that is none", "{\"scoreboard\": 1, \"entries\": [7]}")):
    open(f"{d}/bad.json", "w").write(text)
    seen = score("true", board="bad.json")
    check(f"board: {what}", seen[0] == 2 and "bad.json" in seen[2] and open(f"{d}/bad.json").read() == text, seen)
before = open(f"{d}/board.json").read()
os.chmod(f"{d}/board.json", 0o444)
seen = score("true")
check("board: read-only", seen[0] == 2 and "read-only" in seen[2] and open(f"{d}/board.json").read() == before, seen)
done = assay("bugs", "scoreboard", "--board", "board.json", "--html", "b.html", "--csv", "b.csv", cwd=d)
page = open(f"{d}/b.html").read()
check("names are escaped", done.returncode == 0 and "<script" not in page and "&lt;script&gt;" in page, page[-600:])
finish()
