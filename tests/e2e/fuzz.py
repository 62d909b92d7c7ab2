"""A campaign from the command line: repeatable, taken up again after kill -9 as if nothing had happened, ended by Ctrl-C, clear on
bad usage."""
import json
import os
import signal
import sqlite3
import subprocess
import tempfile

from _assay import assay, assay_json, check, finish, need_target, start_assay, wait_until
from _store import TARGET, cases_in


def fuzz(*words):
    run = assay("fuzz", "--targets", TARGET, "--quiet", "--json", *words)
    return json.loads(run.stdout) if run.returncode in (0, 1) else {"error": run.stderr}


def repeatable(folder):
    one = fuzz("--cases", "200", "--jobs", "1", "--seed", "5", "--store", f"{folder}/a.db")
    two = fuzz("--cases", "200", "--jobs", "2", "--seed", "5", "--store", f"{folder}/b.db")
    other = fuzz("--cases", "200", "--jobs", "2", "--seed", "6", "--store", f"{folder}/c.db")
    check("one job and two run the same cases", one.get("corpus_hash") == two.get("corpus_hash"), f"{one} {two}"[:300])
    check("another seed runs others", one.get("corpus_hash") != other.get("corpus_hash"))
    check("the cases are legal", one.get("legal") == 200 and one.get("illegal") == 0, str(one)[:200])


def taken_up(folder):
    """Killed at any moment and resumed, a campaign runs the very cases that it would have run, each once."""
    whole = fuzz("--cases", "900", "--jobs", "2", "--seed", "9", "--seeds", "none", "--store", f"{folder}/whole.db")
    store = f"{folder}/killed.db"
    done = 0
    for _ in range(2):
        run = start_assay("fuzz", *(["--resume"] if done else []), "--targets", TARGET, "--cases", "900", "--jobs", "2", "--seed", "9", "--seeds", "none",
                          "--store", store, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        wait_until(lambda: run.poll() is not None or cases_in(store) >= done + 150, 60, 0.2)
        if run.poll() is None:
            os.killpg(run.pid, signal.SIGKILL)
        run.wait()
        done = cases_in(store)
        integrity = sqlite3.connect(store).execute("pragma integrity_check").fetchone()[0]
        check("the store survives kill -9", integrity == "ok" and done > 0, f"{integrity}, {done} cases")
    before = {f["id"] for f in assay_json("findings", "list", "--all", "--store", store)}
    rest = assay_json("fuzz", "--resume", "--cases", "900", "--jobs", "2", "--quiet", "--store", store)
    after = {f["id"] for f in assay_json("findings", "list", "--all", "--store", store)}
    check("what was done is not done again", rest["resumed_cases"] == done, f"{rest['resumed_cases']} of {done}")
    check("the rest is what it would have been", rest["corpus_hash"] == whole["corpus_hash"] and rest["cases"] == whole["cases"],
          f"{rest['cases']} {rest['corpus_hash']} / {whole['cases']} {whole['corpus_hash']}")
    check("no finding is lost", before <= after, f"{len(before)} -> {len(after)}")


def interrupted(folder):
    run = start_assay("fuzz", "--targets", TARGET, "--seeds", "none", "--jobs", "1", "--json", "--store", f"{folder}/i.db")
    wait_until(lambda: cases_in(f"{folder}/i.db") > 0, 60, 0.2)
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=60)
    summary = json.loads(out) if out else {}
    check("Ctrl-C ends with a summary", run.returncode in (0, 1) and summary.get("cases", 0) > 0, f"{run.returncode} {err[-200:]}")
    check("plain lines tell the progress", "cases" in err, err[:100])


def interrupted_before_the_first_case(folder):
    """Targets are still starting or being asked what they support: nothing of that is kept, so the campaign goes on as if it had not begun."""
    store, flags = f"{folder}/early.db", ["--seeds", "none", "--jobs", "2", "--seed", "4"]
    run = start_assay("fuzz", "--targets", TARGET, *flags, "--quiet", "--json", "--store", store)
    wait_until(lambda: campaigns_in(store), 60, 0.01)
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=120)
    early = json.loads(out) if out else {}
    check("Ctrl-C before the first case ends in order", run.returncode == 0 and early.get("cases") == 0, f"{run.returncode} {early.get('cases')} {err[-200:]}")
    rest = assay_json("fuzz", "--resume", "--cases", "100", "--jobs", "2", "--quiet", "--store", store)
    whole = fuzz("--cases", "100", *flags, "--store", f"{folder}/unhurried.db")
    check("and it goes on like any other", (rest["cases"], rest["corpus_hash"]) == (whole["cases"], whole["corpus_hash"]), f"{rest['cases']} {rest['corpus_hash']}")


def campaigns_in(store):
    try:
        return sqlite3.connect(f"file:{store}?mode=ro", uri=True).execute("select count(*) from campaigns").fetchone()[0]
    except sqlite3.Error:
        return 0


def exported(folder):
    found = fuzz("--cases", "600", "--seeds", "none", "--store", f"{folder}/e.db", "--max-findings", "1")
    check("a campaign to export from", "error" not in found, found)
    if not found.get("findings"):
        print("skipped exporting: nothing was found")
        return
    finding = found["findings"][0]
    out = assay("findings", "export", finding["id"], "--store", f"{folder}/e.db", "--out", f"{folder}/out")
    check("a finding is exported", out.returncode == 0 and os.path.exists(f"{folder}/out/model.onnx"), out.stderr)
    again = assay("check", f"{folder}/out/model.onnx", "--inputs", f"{folder}/out", "--targets", finding["target"], "--json")
    check("and shows itself again", again.returncode == 1, again.stdout[-300:] + again.stderr)
    show = assay_json("findings", "show", finding["id"], "--store", f"{folder}/e.db")
    check("a finding names its cases", show["sightings"] and show["sightings"][0]["recipe"], str(show)[:200])


def bad_usage(folder):
    for what, args, words in (
            ("an unknown target", ["fuzz", "--targets", "nonesuch", "--store", f"{folder}/x.db"], ["nonesuch", "onnxruntime"]),
            ("an unknown method", ["fuzz", "--method", "guess", "--store", f"{folder}/x.db"], ["guess", "assay"]),
            ("a bad duration", ["fuzz", "--time", "soon", "--store", f"{folder}/x.db"], ["soon", "2m"]),
            ("an unwritable store", ["fuzz", "--targets", TARGET, "--store", "/proc/nonesuch/x.db"], ["/proc/nonesuch"]),
            ("seeds that are not there", ["fuzz", "--targets", TARGET, "--seeds", f"{folder}/none-here", "--store", f"{folder}/x.db"],
             ["none-here"]),
            ("resuming nothing", ["fuzz", "--resume", "--store", f"{folder}/never.db"], ["never.db"]),
            ("an unknown finding", ["findings", "show", "f000", "--store", f"{folder}/a.db"], ["f000"])):
        run = assay(*args)
        check(f"{what} is an error that says so", run.returncode == 2 and all(w in run.stderr for w in words),
              f"{run.returncode}: {run.stderr[:200]}")


need_target(TARGET)
with tempfile.TemporaryDirectory() as folder:
    repeatable(folder)
    taken_up(folder)
    interrupted(folder)
    interrupted_before_the_first_case(folder)
    exported(folder)
    bad_usage(folder)
finish()
