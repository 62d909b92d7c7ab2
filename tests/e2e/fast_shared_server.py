"""Programs that run beside each other share one import of the framework, and nothing else: one server is started for two jobs, a program that
crashes or closes everything does not disturb the one beside it, and nothing is left when assay is killed.
"""
import json
import os
import signal
import tempfile
import time

from _assay import check, finish, has_environment, skip, start_assay, wait_until
from _processes import all_below, children, is_alive

ENV = next(filter(has_environment, ("jax", "torch")), "")
if not ENV:
    skip("there is no environment jax, nor torch; scripts/setup makes them")

# Waits until its twin would have met it, if they shared a folder or saw each other.
MEETS = f"""import os, time, {ENV}
open("/tmp/met", "a").write("x")
time.sleep(3)
print(len(open("/tmp/met").read()), len([p for p in os.listdir("/proc") if p.isdigit()]))
"""
CLOSES = f"import os, {ENV}\nos.closerange(0, 100)\nos.kill(-1, 9)\n"
CRASHES = f"import os, {ENV}\nos.abort()\n"
SLEEPS = f"import time, {ENV}\ntime.sleep(600)\n"


def start(folder, programs):
    os.makedirs(folder)
    for name, text in programs.items():
        with open(f"{folder}/{name}.py", "w") as f:
            f.write(text)
    return start_assay("run", folder, "--env", ENV, "--jobs", "2", "--timeout", "600s", "--json")


with tempfile.TemporaryDirectory(prefix="assay-shared-") as d:
    job = start(f"{d}/beside", {"a": MEETS, "b": MEETS, "c": CLOSES, "d": MEETS})
    most = 0
    while job.poll() is None:
        most = max(most, len(children(job.pid)))
        time.sleep(0.02)
    out, err = job.communicate()
    results = {os.path.basename(x["program"])[0]: x for x in json.loads(out or "[]")}
    # A program without a sandbox is one that failed: no reason to skip.
    if {x["sandbox"] for x in results.values() if "sandbox" in x} - {"bubblewrap", "namespaces"}:
        skip("no server is kept warm with this sandbox")
    check("one server for both", most == 1, most)
    for name in "abd":
        check(f"{name} is alone", results.get(name, {}).get("stdout") == "1 2\n", results.get(name) or err)
    check("all were run", len(results) == 4, results)

    job = start(f"{d}/crash", {"a": CRASHES, "b": MEETS})
    results = {os.path.basename(x["program"])[0]: x for x in json.loads(job.communicate()[0] or "[]")}
    check("a crash is its own", [results.get(name, {}).get("status") for name in "ab"] == ["crash", "valid"], results)

    job = start(f"{d}/killed", {"a": SLEEPS, "b": SLEEPS})
    # The box, its first process, the server, two who serve, and below each of them two processes of a program.
    wait_until(lambda: len(all_below(job.pid)) >= 7, 300, 0.1)
    started = all_below(job.pid)
    check("two programs run", len(started) >= 7, started)
    os.kill(job.pid, signal.SIGKILL)
    job.communicate()
    check("nothing is left", wait_until(lambda: not any(map(is_alive, started)), 60, 0.1), [pid for pid in started if is_alive(pid)])
finish()
