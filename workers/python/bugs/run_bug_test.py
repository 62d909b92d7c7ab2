"""Runs the test of one bug in a copy of its folder and prints what happened as one JSON object.

    run_bug_test.py FOLDER TEST_FILE SECONDS

Runs inside the sandbox, with the environment's own Python, which may be as old as 3.6: standard library only. pytest is another
process, so that a crash of the interpreter is data too:

    exit       of pytest; below zero: the signal that ended it; null: it was still running after SECONDS
    events     what the plugin assay_bug_report saw, in order
    log        what was printed; the middle is left out when there is much
"""
import json
import os
import shutil
import signal
import subprocess
import sys

KEPT = 200000  # bytes of the log, at each end


def copy_folder(source, target):
    """Folders and plain files; links, pipes and devices have no place in a bug."""
    os.mkdir(target)
    for name in os.listdir(source):
        path = os.path.join(source, name)
        if name == "__pycache__" or os.path.islink(path):
            continue
        if os.path.isdir(path):
            copy_folder(path, os.path.join(target, name))
        elif os.path.isfile(path):
            shutil.copyfile(path, os.path.join(target, name))


def read_log(path):
    with open(path, "rb") as file:
        data = file.read(2 * KEPT)
        size = os.fstat(file.fileno()).st_size
        if size > 2 * KEPT:
            file.seek(size - KEPT)
            data = data[:KEPT] + b"\n... left out ...\n" + file.read(KEPT)
    return data.decode("utf-8", "replace")


def read_events(path):
    events = []
    if os.path.exists(path):
        with open(path, encoding="utf-8", errors="replace") as file:
            for line in file:
                try:
                    events.append(json.loads(line))
                except ValueError:
                    pass  # cut short by a crash
    return events


def main(folder, test_file, seconds):
    base = os.getcwd()
    work = os.path.join(base, "bug")
    copy_folder(folder, work)
    log, report = os.path.join(base, "log"), os.path.join(base, "events")
    environment = dict(os.environ)
    environment["ASSAY_BUG_EVENTS"] = report
    environment["PYTHONPATH"] = os.path.dirname(os.path.abspath(__file__))
    # Tests start "python" and "python3" by name.
    environment["PATH"] = os.path.dirname(sys.executable) + os.pathsep + environment.get("PATH", "/usr/bin:/bin")
    words = [sys.executable, "-m", "pytest", "-sx", "-p", "assay_bug_report", "-p", "no:cacheprovider", test_file]
    with open(log, "wb") as out:
        process = subprocess.Popen(words, cwd=work, env=environment, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
                                   start_new_session=True)
        try:
            code = process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            code = None
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    json.dump({"exit": code, "events": read_events(report), "log": read_log(log)}, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], float(sys.argv[3]))
