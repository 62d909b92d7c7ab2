"""What the tests that are hard on a store file have in common."""
import json
import os
import signal
import sqlite3
import time

from _assay import check, start_assay

TARGET = "onnxruntime"


def fuzz_words(store, *more):
    return ["fuzz", "--targets", TARGET, "--seeds", "none", "--jobs", "1", "--quiet", "--json", "--store", store, *more]


def start_fuzz(store, *more, environment=None):
    # A session of its own, so that what it leaves behind can be told from others.
    return start_assay(*fuzz_words(store, *more), start_new_session=True, env={**os.environ, **(environment or {})})


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
