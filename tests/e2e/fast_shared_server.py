"""Programs that run beside each other share one import of the framework, and nothing else: one server is started for two jobs, a program that
crashes or closes everything does not disturb the one beside it, and nothing is left when assay is killed.
"""
import json
import os
import signal
import tempfile
import time

from _assay import check, finish, has_environment, skip, start_assay, wait_until

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


def children(pid):
    out = []
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children") as f:
                out += map(int, f.read().split())
    except OSError:
        pass
    return out


def below(pid):
    found = children(pid)
    for child in list(found):
        found += below(child)
    return found


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
    if any(x.get("sandbox") not in ("bubblewrap", "namespaces") for x in results.values()):
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
    wait_until(lambda: len(below(job.pid)) >= 7, 300, 0.1)
    started = below(job.pid)
    check("two programs run", len(started) >= 7, started)
    os.kill(job.pid, signal.SIGKILL)
    job.communicate()

    def alive(pid):
        try:
            with open(f"/proc/{pid}/stat") as f:
                return f.read().rpartition(")")[2].split()[0] not in "ZX"
        except OSError:
            return False

    check("nothing is left", wait_until(lambda: not any(map(alive, started)), 60, 0.1), [pid for pid in started if alive(pid)])
finish()
