"""A public fuzzer on the APIs of some bugs: calls_run.py FUZZER LIBRARY SECONDS API,API,…

To be run by the Python of the bug's environment, in a sandbox; FUZZER is hypothesis or atheris, and chooses the numbers that calls are made
of (any_call.py). Each API has an equal part of the time, in a process of its own that is started anew when it dies. What is told: each
process that a signal ended, with the call that it made, each exception of another type or message, and each result that was another one
compiled: the execution log, to be held against what is known of the bugs.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
LATE_S = 20  # to come to the end of a call; loading a framework takes some of it
NO_SUCH_API, RESTARTS = 3, 40
KEPT = 2000  # characters of a message


class Log:
    """What one process wrote: its calls, and what became of them."""

    def __init__(self, path):
        self.lines = []
        if os.path.exists(path):
            with open(path, errors="replace") as file:
                self.lines = [json.loads(line) for line in file if line.endswith("\n")]
        self.calls = [line["call"] for line in self.lines if "call" in line]

    def findings(self, api, signal):
        for line in self.lines:
            if "wrong" in line:
                yield {"api": api, "kind": "wrong", "message": line["wrong"]}
            if "exception" in line:
                yield {"api": api, "kind": "exception", "exception": line["exception"], "message": line["message"][:KEPT]}
        if signal:
            yield {"api": api, "kind": "crash", "message": (f"signal {signal} in " + " ".join(self.calls[-2:]))[:KEPT]}


def turn(fuzzer, library, api, number, seconds, path):
    """Returns the exit code of one process, and what it said last; ends it when it is late."""
    command = [sys.executable, os.path.join(HERE, f"calls_{fuzzer}.py"), library, api, str(number), str(seconds), path]
    try:
        ended = subprocess.run(command, timeout=seconds + LATE_S, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    except subprocess.TimeoutExpired:
        return 0, ""  # what it wrote until now counts
    return ended.returncode, (ended.stderr.decode(errors="replace").strip().splitlines() or ["?"])[-1]


def main():
    fuzzer, library, seconds, apis = sys.argv[1], sys.argv[2], float(sys.argv[3]), sys.argv[4].split(",")
    start, seen, calls = time.monotonic(), set(), 0
    folder = tempfile.mkdtemp()
    for at, api in enumerate(apis):
        end = start + seconds * (at + 1) / len(apis)
        for number in range(RESTARTS):
            left = end - time.monotonic()
            if left < 1 and number:
                break
            path = os.path.join(folder, f"{at}-{number}.jsonl")
            code, said = turn(fuzzer, library, api, number, max(1, left), path)
            log = Log(path)
            calls += len(log.calls)
            if code == NO_SUCH_API:
                print(f"UNSUPPORTED {api}", flush=True)
                break
            if code > 0 and not log.calls:
                sys.exit(f"{fuzzer} cannot work on {api}: {said}")
            for one in log.findings(api, max(0, -code)):
                key = json.dumps({**one, "message": re.sub(r"\d+", "#", one["message"].split("\n")[0])})
                if key not in seen:
                    seen.add(key)
                    print("FINDING " + json.dumps({**one, "seconds": round(time.monotonic() - start, 1)}), flush=True)
    print(f"{calls} calls", flush=True)


main()
