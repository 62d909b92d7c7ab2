"""What the tests that are hard on a store file have in common."""
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time

BIN = os.environ["ASSAY_BIN"]
TARGET = "onnxruntime"
failures = []


def check(what, ok, detail=""):
    print(("ok      " if ok else "FAILED  ") + what + (f": {str(detail)[:1500]}" if not ok else ""), flush=True)
    if not ok:
        failures.append(what)
    return ok


def finish():
    print(f"{len(failures)} failures")
    sys.exit(1 if failures else 0)


def assay(*words, timeout=240, environment=None):
    return subprocess.run([BIN, *words], capture_output=True, text=True, timeout=timeout, env={**os.environ, **(environment or {})})


def need_target():
    if not any(t["name"] == TARGET and t["ready"] for t in json.loads(assay("targets", "--json").stdout)):
        print(f"the target {TARGET} is not ready here")
        sys.exit(77)


def fuzz_words(store, *more):
    return [BIN, "fuzz", "--targets", TARGET, "--seeds", "none", "--jobs", "1", "--quiet", "--json", "--store", store, *more]


def start_fuzz(store, *more, environment=None):
    # A session of its own, so that what it leaves behind can be told from others.
    return subprocess.Popen(fuzz_words(store, *more), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            start_new_session=True, env={**os.environ, **(environment or {})})


def end(process):
    """Its last words: exit code, summary, standard error."""
    out, err = process.communicate(timeout=240)
    return process.returncode, json.loads(out) if out.strip() else {}, err


def kill(process):
    process.send_signal(signal.SIGKILL)
    process.communicate()


def left_behind(mark):
    """Processes with `mark`, a variable's setting, in their environment, or that have it as an ancestor's."""
    found = []
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            if mark.encode() in open(f"/proc/{process}/environ", "rb").read().split(b"\0"):
                found.append((int(process), open(f"/proc/{process}/cmdline").read().replace("\0", " ")[:200]))
        except OSError:
            continue
    return [one for one in found if one[0] != os.getpid()]


def ask(store, sql):
    connection = sqlite3.connect(f"file:{store}?mode=ro", uri=True, timeout=20)
    try:
        return connection.execute(sql).fetchall()
    finally:
        connection.close()


def cases_in(store):
    try:
        tally = ask(store, "select tally from campaigns order by id desc limit 1")
        return json.loads(tally[0][0])["cases"] if tally and tally[0][0] else 0
    except sqlite3.Error:
        return 0


def wait_for_cases(store, count, process, seconds=120):
    deadline = time.monotonic() + seconds
    while cases_in(store) < count and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.1)
    return cases_in(store) >= count


def check_whole(what, store):
    """The file is sound, and what it says of itself adds up."""
    whole = ask(store, "pragma integrity_check")
    check(f"{what}: the file is sound", whole == [("ok",)], whole)
    rows = ask(store, "select id, cases, counted, done from campaigns")
    check(f"{what}: every case is counted once", rows and all(row[2] == row[3] for row in rows), rows)


def findings_in(store):
    """Number of hits of each finding, by identifier, kind and message. What two runs of a nondeterministic one gave is left out: it differs from run to run."""
    rows = ask(store, "select id, kind, message, count from findings")
    return {(name, kind, message.split("\n")[0] if kind == "nondeterministic" else message): count for name, kind, message, count in rows}
