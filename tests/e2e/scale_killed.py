"""A shared campaign while things die: agents and PostgreSQL itself are killed with SIGKILL at random moments. In the end every case is
counted once, no lease is stuck and every finding is there. ASSAY_SCALE_ROUNDS says how many times something is killed (default 4)."""
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

HOME, BIN = os.environ["ASSAY_HOME"], os.environ["ASSAY_BIN"]
ROUNDS = int(os.environ.get("ASSAY_SCALE_ROUNDS", "4"))
AGENTS = 3
failures = 0
chance = random.Random(int(os.environ.get("ASSAY_SCALE_SEED", "1")))


def check(what, ok, detail=""):
    global failures
    if not ok:
        failures += 1
        print(f"FAIL {what}: {detail}")


def run(*words):
    return subprocess.run([BIN, *words], capture_output=True, text=True, timeout=120)


def start_agent(address):
    # A group of its own, so that its workers die with it.
    return subprocess.Popen([BIN, "fuzz", "--store", address, "--campaign", "proof", "--targets", "onnxruntime", "--jobs", "1", "--quiet",
                             "--json"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)


def kill_database(environment):
    folder = environment["ASSAY_PG_FOLDER"]
    with open(f"{folder}/data/postmaster.pid") as file:
        os.kill(int(file.readline()), signal.SIGKILL)
    time.sleep(chance.uniform(0.5, 4))
    for _ in range(20):  # those that it started must end first
        again = subprocess.run([f"{HOME}/scripts/pg-for-tests", "restart"], env=environment, capture_output=True, text=True)
        if again.returncode == 0:
            return
        time.sleep(0.5)
    check("PostgreSQL starts again", False, again.stderr)


def totals(address):
    r = run("campaigns", "show", "proof", "--store", address, "--json")
    return json.loads(r.stdout) if r.returncode == 0 else {}


with tempfile.TemporaryDirectory() as folder:
    environment = {**os.environ, "ASSAY_PG_FOLDER": f"{folder}/pg"}
    started = subprocess.run([f"{HOME}/scripts/pg-for-tests", "start"], env=environment, capture_output=True, text=True)
    check("a PostgreSQL for tests", started.returncode == 0, started.stderr)
    agents = []
    try:
        address = started.stdout.strip().splitlines()[-1]
        agents = [start_agent(address) for _ in range(AGENTS)]
        end = time.monotonic() + 120
        while totals(address).get("cases", 0) < 50 and time.monotonic() < end:
            time.sleep(1)
        seen = totals(address)
        check("it gets going", seen.get("cases", 0) >= 50, seen)
        for number in range(ROUNDS):
            time.sleep(chance.uniform(1, 6))
            before = totals(address).get("cases", 0)
            if number % 4 == 3:
                kill_database(environment)
            else:
                victim = chance.randrange(AGENTS)
                os.killpg(agents[victim].pid, signal.SIGKILL)
                agents[victim].communicate()
                agents[victim] = start_agent(address)
            after = totals(address)
            check(f"nothing is forgotten in round {number}", after.get("cases", 0) >= before, (before, after))
            check(f"nothing is counted twice in round {number}", after.get("duplicates") == 0 and after.get("missing") == 0, after)
        grown, end = totals(address).get("cases", 0), time.monotonic() + 120
        while totals(address).get("cases", 0) < grown + 50 and time.monotonic() < end:
            time.sleep(1)
        check("it goes on after all that", totals(address).get("cases", 0) >= grown + 50, totals(address))
        for agent in agents:
            os.kill(agent.pid, signal.SIGTERM)
        for agent in agents:
            out, err = agent.communicate(timeout=120)
            check("an agent ends in order", agent.returncode in (0, 1), err[-500:])
            check("and tells what it did", '"cases"' in out, out[-300:])
        time.sleep(16)  # leases of the dead run out
        last = totals(address)
        check("it adds up", last.get("duplicates") == 0 and last.get("missing") == 0 and last.get("stuck_leases") == 0 and last.get("agents") == 0, last)
        listed = json.loads(run("findings", "list", "--all", "--store", address, "--json").stdout or "{}")
        count = len(listed.get("findings", listed) if isinstance(listed, dict) else listed)
        check("every finding is there", count >= last.get("findings", -1), (count, last.get("findings")))
        triages = [subprocess.Popen([BIN, "findings", "triage", "--store", address, "--time", "20s", "--each", "5s", "--jobs", "1", "--json"],
                                    stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) for _ in range(2)]
        told = [json.loads(one.communicate(timeout=200)[0] or "{}") for one in triages]
        worked = sum(one.get("worked_on", 0) for one in told)
        check("two who triage share the work", 0 < worked <= last["findings"], (told, last["findings"]))
        print(last["cases"], "cases in", last["lanes"], "lanes by", len(last["members"]), "agents,", last["findings"], "findings")
    finally:
        for agent in agents:
            if agent.poll() is None:
                os.killpg(agent.pid, signal.SIGKILL)
        subprocess.run([f"{HOME}/scripts/pg-for-tests", "stop"], env=environment)
print(f"{failures} failures")
sys.exit(1 if failures else 0)
