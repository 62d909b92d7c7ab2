"""FreeFuzz on the APIs of some bugs: freefuzz_run.py CHECKOUT LIBRARY SECONDS API,API,…

To be run by the Python of the bug's environment, in a sandbox. CHECKOUT is FreeFuzz as its authors give it out, with its recorded calls in
dump/. The APIs take turns, each turn a process of its own (freefuzz_api.py), until the time is over. What is told: each process that a
signal ended, with the program that it ran, and each exception of another type or message: the execution log, to be held against what is
known of the bugs. An API that FreeFuzz has no calls for is told as unsupported.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import time

SHORT = {"pytorch": "torch", "tensorflow": "tf"}
ROUNDS = 50  # of one process; loading a framework takes longer than a few calls
TURN_S = 100  # as its authors give it
HERE = os.path.dirname(os.path.abspath(__file__))


def lines(path):
    if not os.path.exists(path):
        return []
    with open(path) as file:
        return [json.loads(line) for line in file if line.endswith("\n")]


def exception(api, text):
    kind, parted, message = text.partition("; ")
    if parted and kind.isidentifier():
        return {"api": api, "kind": "exception", "exception": kind, "message": message}
    return {"api": api, "kind": "exception", "message": text}


def findings(api, told, signal):
    """What the lines of one turn say, and how many programs it ran."""
    programs = [line["program"] for line in told if "program" in line]
    found = [exception(api, text) for line in told for text in line.get("errors", [])]
    if signal:
        found.append({"api": api, "kind": "crash", "message": f"signal {signal} in\n" + "".join(programs[-1:])})
    return found, len(programs)


def main():
    checkout, library, seconds, apis = sys.argv[1], sys.argv[2], float(sys.argv[3]), sys.argv[4].split(",")
    start = time.monotonic()
    short = SHORT[library]
    written = {name: name.replace("tensorflow.", "tf.", 1) if short == "tf" else name for name in apis}
    recorded = os.path.join(checkout, "dump", f"freefuzz-{short}")
    known = [name for name in apis if os.path.exists(os.path.join(recorded, written[name] + ".bson"))]
    for name in apis:
        if name not in known:
            print(f"UNSUPPORTED {name}", flush=True)
    seen, turn, programs = set(), 0, 0
    folder = tempfile.mkdtemp()
    while known and time.monotonic() - start < seconds:
        api, log = known[turn % len(known)], os.path.join(folder, f"{turn}.log")
        command = [sys.executable, os.path.join(HERE, "freefuzz_api.py"), checkout, short, written[api], str(turn), str(ROUNDS), log]
        left = seconds - (time.monotonic() - start)
        signal, failed = 0, ""
        try:
            # The first turns may end late: an API that was not looked at at all is not missed.
            limit = TURN_S if turn < len(known) else min(TURN_S, left)
            ended = subprocess.run(command, cwd=folder, timeout=limit, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            signal = max(0, -ended.returncode)
            failed = ended.stderr.decode(errors="replace") if ended.returncode > 0 else ""
        except subprocess.TimeoutExpired:
            pass  # what it wrote until now counts
        found, count = findings(api, lines(log), signal)
        programs += count
        if failed and not count:
            sys.exit(f"FreeFuzz cannot work on {api}: {(failed.strip().splitlines() or ['?'])[-1]}")
        for one in found:
            key = json.dumps({**one, "message": re.sub(r"\d+", "#", one["message"].split("\n")[0])})  # numbers alone tell nothing new
            if key not in seen:
                seen.add(key)
                print("FINDING " + json.dumps({**one, "seconds": round(time.monotonic() - start, 1)}), flush=True)
        turn += 1
    print(f"{programs} programs in {turn} turns", flush=True)


main()
