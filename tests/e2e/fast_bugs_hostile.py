"""assay bugs on databases that a stranger wrote: whatever is in them, the answer is a message or an outcome, and nothing is lost."""
import json
import os
import tempfile

from _assay import HOME, assay, check, finish
from _bug_samples import HEADER, add_bug, make_index, need_environments, variables

PASSES = "def test_f():\n    pass\n"


def row(issue, title="t"):
    return f"{issue},1,{title},Yes,Closed,CPU,,1/2/2024,1.0,No,a.py,f(),jax.f,Value Error,,,\r\n".encode("utf-8", "surrogateescape")


def table(db, *rows):
    os.makedirs(db, exist_ok=True)
    with open(f"{db}/bug_dataset_jax.csv", "wb") as file:
        file.write((HEADER + "\r\n").encode() + b"".join(rows))


with tempfile.TemporaryDirectory() as d:
    d = os.path.realpath(d)
    env = variables(d)
    make_index(d)

    def bugs(*args):
        r = assay("bugs", *args, env=env, text=False)
        r.stdout, r.stderr = r.stdout.decode("utf-8", "replace"), r.stderr.decode("utf-8", "replace")
        return r

    def listed(db):
        r = bugs("list-tests", "--json", "--debug", "--db", db)
        check(f"{db} is read", r.returncode == 0, (r.returncode, r.stderr))
        check(f"{db}: nothing that a terminal obeys", not any(c < " " and c != "\n" for c in r.stderr + r.stdout), repr(r.stderr))
        return (json.loads(r.stdout) if r.returncode == 0 else {}), r.stderr

    # Tables.
    for name, rows, told in (("nul", [row(1, "a\0b"), b"\0\0,\0\r\n"], "fields in place of"),
                             ("bytes", [row(1).replace(b"jax.f", b"\xff\xfe\xc0\x80"), row("\udcff2")], "no folder"),
                             ("quote", [row(1, '"open'), row(2)], "a quote that is never closed"),
                             ("long", [row(1, "x" * 5_000_000), row("9" * 5_000_000)], "no folder"),
                             ("escape", [row("\x1b[31mred"), row('"a\nb"'), row("../../x")], "../../x is marked")):
        db = f"{d}/{name}"
        table(db, *rows)
        add_bug(db, "jax", 1, PASSES)
        ids, odd = listed(db)
        check(f"{name}: the bug is there", ids == {"jax": ["1"]}, ids)
        check(f"{name}: told", told in odd and len(odd) < 5000, odd[:1000])
        check(f"{name}: show-info is JSON", json.loads(bugs("show-info", "-l", "jax", "-i", "1", "--db", db).stdout or "{}").get("id") == "1")
        check(f"{name}: stats", bugs("stats", "-p", "both", "--db", db).returncode == 0)
    check("an id that is a path", bugs("run-test", "-l", "jax", "-i", "../../x", "--db", f"{d}/escape").returncode == 2)
    table(f"{d}/holes")
    os.truncate(f"{d}/holes/bug_dataset_jax.csv", 1 << 40)
    add_bug(f"{d}/holes", "jax", 1, PASSES)
    check("a table of a terabyte", "are accepted here" in listed(f"{d}/holes")[1])

    # Names, links, pipes.
    odd = f"{d}/odd"
    table(odd, row(1))
    for number in (1, "1\n2", "\x1b[2J", "-rf", "$(touch pwned)"):
        add_bug(odd, "jax", number, PASSES)
    add_bug(f"{d}/outside", "x", 7, PASSES)
    os.symlink(f"{d}/outside/x/issue_7", f"{odd}/jax/issue_7")
    os.symlink("/", f"{odd}/torch")
    os.symlink("issue_8", f"{odd}/jax/issue_8")
    os.remove(f"{odd}/jax/issue_1/requirements.txt")
    os.mkfifo(f"{odd}/jax/issue_1/requirements.txt")
    os.mkfifo(f"{odd}/jax/issue_1/Dockerfile")
    os.mkfifo(f"{odd}/bug_dataset_tensorflow.csv")
    ids, told = listed(odd)
    check("odd names", ids.get("jax") == ["1", "$(touch pwned)", "-rf"] and ids.get("tensorflow") == [], ids)
    check("odd names are told", "leads out of the database" in told and "control character" in told and "not a regular file" in told, told)
    r = bugs("run-test", "-l", "jax", "-i", "1", "--json", "--db", odd)
    check("requirements that are a pipe", r.returncode == 2 and "cannot be read" in json.loads(r.stdout)["reason"], r.stdout + r.stderr)

    # What pip must never be told.
    asks = f"{d}/asks"
    lines = {1: ("-r other.txt\n", "not followed"), 2: ("-e .\n", "not followed"), 3: ("https://127.0.0.1:9/x-1-py3-none-any.whl\n", "not an index"),
             4: ("samplelib==1.0\f--no-binary=:all:\n", "not plain text"), 5: ("samplelib==1.0\r--no-binary=:all:\n", "not plain text"),
             6: ("samplelib==${HOME}\n", "variable of this machine"), 7: ("samplelib ; x\x1c--no-binary=:all:\n", "not plain text"),
             8: ("../../../etc\n", ""), 9: ("@@@\n", ""), 10: ("samplelib==1.0\n" + "#" * 5_000_000, "cannot be read"),
             11: ("samplelib @ file:///etc/passwd\n", "is on no index")}
    for number, (line, _) in lines.items():
        add_bug(asks, "jax", number, PASSES, line)
    plan = {x["id"]: x for x in json.loads(bugs("run-tests", "--dry-run", "--json", "--db", asks).stdout)}
    for number, (line, word) in lines.items():
        got = plan[str(number)]
        check(f"requirements {line[:40]!r}", got["state"] == "unsat prereqs" and word in got["reason"], got)
    for number, line in ((1, "--index-url http://127.0.0.1:9/simple\nsamplelib==1.0\n"), (2, "--trusted-host x\nsamplelib==1.0\n")):
        add_bug(f"{d}/other", "jax", number, PASSES, line)
    plan = json.loads(bugs("run-tests", "--dry-run", "--json", "--db", f"{d}/other").stdout)
    check("an index that does not answer is left out", [x["state"] for x in plan] == ["to be made"] * 2, plan)

    # bug.toml.
    for number, text in enumerate(("fixed_version = ", "fixed_version = 5", "x = 1", "\0", "buggy_message = '('", "a=[" * 100000), 1):
        add_bug(f"{d}/toml", "jax", number, PASSES, bug__toml=text)
    ids, told = listed(f"{d}/toml")
    check("broken notes", len(ids["jax"]) == 6 and told.count("/bug.toml: ") == 6, told)
    check("nothing to verify", bugs("verify", "--all", "--db", f"{d}/toml").returncode == 2)

    # Tests that misbehave, in the sandbox.
    bad = f"{d}/bad"
    tests = {"forks": ("import os, time\ndef test_f():\n    for i in range(5):\n        if os.fork() == 0:\n            time.sleep(1000)\n    os.kill(os.getppid(), 9)\n", ""),
             "prints": ("def test_f():\n    for i in range(100):\n        print('x' * 1000000)\n    assert False, 'end'\n", ""),
             "exits": ("import os\ndef test_f():\n    os._exit(0)\n", "no test passed"),
             "escapes": ("def test_f():\n    raise ValueError('\\x1b[2Jcleared')\n", "?[2Jcleared")}
    for name, (test, _) in tests.items():
        add_bug(bad, "jax", name, test)
    os.mkfifo(f"{bad}/jax/issue_escapes/pipe")
    os.makedirs(f"{bad}/jax/issue_escapes/sub")
    os.symlink("/nowhere", f"{bad}/jax/issue_escapes/sub/dangling")
    # Only the one that hangs may run out of its time, however busy the machine is.
    add_bug(f"{d}/hangs", "jax", "hangs", "import time\ndef test_f():\n    time.sleep(1000)\n")
    r = bugs("run-test", "-l", "jax", "-i", "hangs", "--db", f"{d}/hangs", "--timeout", "3s", "--json")
    need_environments(r.stderr)
    got = json.loads(r.stdout or "{}")
    check("a test that hangs", "within its time" in got.get("reason", ""), r.stdout[:600] + r.stderr)
    r = bugs("run-tests", "--db", bad, "--log-directory", f"{d}/log", "--timeout", "280s", "--jobs", "2", "--json")
    need_environments(r.stderr)
    done = {x["id"]: x for x in json.loads(r.stdout or "{}").get("tests", [])}
    for name, (_, word) in tests.items():
        got = done.get(name, {})
        check(f"a test that {name}", got.get("outcome") == "failed" and got.get("reason") and word in got["reason"], got or r.stderr)
    check("logs are bounded", all(os.path.getsize(f"{d}/log/jax/issue_{name}.log") < 3_000_000 for name in tests if name in done))
    check("nothing was run by a name", not os.path.exists(f"{HOME}/pwned"))
finish()
