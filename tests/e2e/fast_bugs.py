"""assay bugs on a small database with the traps of the real one: listing, running, verdicts, resuming, mistakes."""
import json
import os
import tempfile

from _assay import assay, check, finish, parsed
from _bug_samples import WANT, make_database, make_index, need_environments, variables

with tempfile.TemporaryDirectory() as d:
    d = os.path.realpath(d)
    db, env = f"{d}/db", variables(d)
    make_index(d)
    make_database(db)

    def bugs(*args):
        return assay("bugs", *args, env=env)

    r = bugs("list-tests", "--db", db)
    check("list-tests", "=== jax (7 bugs) ===\n101 103 104 105 106 107 108\n" in r.stdout and "tfsa2022090" in r.stdout, r.stdout + r.stderr)
    check("list-tests --json", parsed(bugs("list-tests", "--db", db, "--json")).get("pytorch") == ["201", "202", "203", "204"])
    r = bugs("list-tests", "--db", db, "--debug")
    check("odd things are told", "1/2/1024" in r.stderr and "has no row" in r.stderr, r.stderr)
    info = parsed(bugs("show-info", "-l", "jax", "-i", "101", "--db", db))
    check("show-info", info.get("Title") == "Sum is off" and info.get("Buggy File(s)") == "a.py,b.py" and info.get("manifestation") == "Incorrect Output", info)
    check("show-info of all", len(parsed(bugs("show-info", "--library-name", "jax", "--db", db))) == 7)

    for args in (["run-test", "-l", "jax", "-i", "10"], ["run-test", "-l", "keras", "-i", "1"], ["show-info", "-l", "jax", "-i", "9"], ["run-test", "-l", "jax"],
                 ["run-tests", "--library", "keras"], ["run-tests", "--resume"], ["run-tests", "--jobs", "0"], ["verify"], ["run-test", "-l", "jax", "-i", "101", "--with", "nix"]):
        r = bugs(*args, "--db", db)
        check(f"bad usage: {' '.join(args)}", r.returncode == 2 and r.stderr.startswith("assay: "), (r.returncode, r.stderr))
    if not os.path.exists("/dev/nvidia0"):
        r = bugs("run-tests", "--gpu", "--dry-run")
        check("no GPU, said at once", r.returncode == 2 and "no NVIDIA GPU" in r.stderr, r.stderr)
    check("an unknown id names near ones", "near it: 101" in bugs("run-test", "-l", "jax", "-i", "10", "--db", db).stderr)

    # Prerequisites that are not satisfied are told before anything is made.
    for number, word in (("202", "GPU"), ("203", "samplelib==0.5"), ("204", "macOS")):
        r = bugs("run-test", "-l", "pytorch", "-i", number, "--db", db, "--json")
        out = parsed(r)
        check(f"unsatisfied: {word}", out.get("outcome") == "unsat prereqs" and word in out.get("reason", "") and r.returncode == 2, r.stdout + r.stderr)
    check("nothing was made for them", parsed(bugs("env", "list", "--json")) == [])
    r = bugs("run-test", "-l", "jax", "-i", "101", "--db", db, "--offline", "--json")
    check("offline nothing is made", parsed(r).get("outcome") == "unsat prereqs", r.stdout + r.stderr)

    r = bugs("run-tests", "--db", db, "--log-directory", f"{d}/log", "--jobs", "3")
    need_environments(r.stderr)
    check("known lines", "---- Summary ----" in r.stdout and "End bug id issue_101: Bug reproduction successful" in r.stdout and "---------- Starting jax ----------" in r.stdout,
          r.stdout + r.stderr)
    check("summary", "jax        | 7     | 2     | 5     | 0" in r.stdout and "pytorch    | 4     | 0     | 1     | 3" in r.stdout, r.stdout)
    check("a failure is exit code 1", r.returncode == 1, r.returncode)
    check("one environment for all", len(parsed(bugs("env", "list", "--json"))) == 1)
    journal = f"{d}/log/journal.jsonl"
    lines = open(journal).read().splitlines()
    got = {(x["library"], x["id"]): x for x in map(json.loads, lines)}
    for key, want in WANT.items():
        check(f"{key}: {want}", got.get(key, {}).get("outcome") == want, got.get(key))
    for number, word in (("103", "AssertionError"), ("104", "could not be imported"), ("105", "there is no GPU"), ("106", "skipped"), ("107", "SIGABRT")):
        check(f"reason of {number}", word in got[("jax", number)]["reason"], got[("jax", number)]["reason"])
    check("logs", open(f"{d}/log/jax/issue_101.log").read().endswith("End bug id issue_101: Bug reproduction successful\n"))

    # A run that was killed in the middle of a line goes on behind what is done.
    r = bugs("run-tests", "--db", db, "--log-directory", f"{d}/log")
    check("results are not overwritten", r.returncode == 2 and "--resume" in r.stderr, r.stderr)
    open(journal, "w").write("\n".join(lines[:-2]) + "\n" + lines[-2][:20])
    r = bugs("run-tests", "--db", db, "--log-directory", f"{d}/log", "--resume", "--offline", "--json")
    out = parsed(r)
    check("resumed", out.get("libraries", {}).get("jax") == {"total": 7, "pass": 2, "fail": 5, "vio-pre": 0} and len(out.get("tests", [])) == 12, r.stdout[:800] + r.stderr)
    check("only the rest was run", len(open(journal).read().splitlines()) == len(lines) + 1, open(journal).read()[-400:])

    r = bugs("env", "gc", "--json")
    check("nothing old", parsed(r) == [], r.stdout)
    check("gc --all", len(parsed(bugs("env", "gc", "--all", "--json"))) == 1 and parsed(bugs("env", "list", "--json")) == [])
finish()
