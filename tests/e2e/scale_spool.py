"""What an agent has done while PostgreSQL was away outlives the agent: the database is killed, the agent goes on and finds something, the agent is
killed, too; both are started again, and the finding is there, every case counted once."""
import glob
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

HOME, BIN = os.environ["ASSAY_HOME"], os.environ["ASSAY_BIN"]
FAULTS = f"{HOME}/tests/faults/backends"
BROKEN = ["cast-to-half-truncates", "int-division-floors", "less-includes-equal", "softmax-always-last-axis", "reduce-forgets-remainder",
          "hard-swish-slope", "elu-ignores-alpha", "conv-ignores-dilations", "gemm-ignores-alpha-beside-beta", "clip-lone-max-is-min"]
failures = 0


def check(what, ok, detail=""):
    global failures
    if not ok:
        failures += 1
        print(f"FAIL {what}: {detail}")


def until(seconds, holds):
    end = time.monotonic() + seconds
    while not holds() and time.monotonic() < end:
        time.sleep(0.5)
    return holds()


def run(*words):
    return subprocess.run([BIN, *words], capture_output=True, text=True, timeout=120)


def totals(address):
    r = run("campaigns", "show", "away", "--store", address, "--json")
    return json.loads(r.stdout) if r.returncode == 0 else {}


def findings(address):
    return {one["id"] for one in json.loads(run("findings", "list", "--all", "--store", address, "--json").stdout or "[]")}


def start_agent(address, environment):
    return subprocess.Popen([BIN, "fuzz", "--store", address, "--campaign", "away", "--targets", f"planted:{'+'.join(BROKEN)}", "--backend-dir", FAULTS,
                             "--jobs", "1", "--json", "--quiet"], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                            stderr=subprocess.PIPE, text=True, start_new_session=True)


def kill_database(folder):
    with open(f"{folder}/pg/data/postmaster.pid") as file:
        os.kill(int(file.readline()), signal.SIGKILL)


def start_database_again(environment):
    for _ in range(40):  # those that it started must end first
        again = subprocess.run([f"{HOME}/scripts/pg-for-tests", "restart"], env=environment, capture_output=True, text=True)
        if again.returncode == 0:
            return
        time.sleep(0.5)
    check("PostgreSQL starts again", False, again.stderr)


with tempfile.TemporaryDirectory() as folder:
    environment = {**os.environ, "ASSAY_PG_FOLDER": f"{folder}/pg", "XDG_DATA_HOME": f"{folder}/data"}
    started = subprocess.run([f"{HOME}/scripts/pg-for-tests", "start"], env=environment, capture_output=True, text=True)
    check("a PostgreSQL for tests", started.returncode == 0, started.stderr)
    agents = []
    try:
        address = started.stdout.strip().splitlines()[-1]
        agents.append(start_agent(address, environment))
        check("it gets going", until(120, lambda: totals(address).get("cases", 0) > 0), totals(address))
        kill_database(folder)  # findings of its first seconds only are known to it
        spools = lambda: glob.glob(f"{folder}/data/assay/spool/*/*.spool")
        check("there is a spool", until(30, lambda: len(spools()) == 1), spools())
        found = lambda: set(re.findall(rb"f[0-9a-f]{12}", open(spools()[0], "rb").read()))
        first = len(found())
        check("something is found meanwhile", until(120, lambda: len(found()) > first), found())
        check("nobody else may read it", os.stat(spools()[0]).st_mode & 0o077 == 0)
        os.killpg(agents[0].pid, signal.SIGKILL)
        agents[0].communicate()
        with open(spools()[0], "rb") as file:
            spool = file.read()
        start_database_again(environment)
        before, known = totals(address), findings(address)
        agents.append(start_agent(address, environment))
        check("the next agent writes it", until(120, lambda: not spools()), spools())
        after = totals(address)
        check("its cases are counted", after.get("cases", 0) > before.get("cases", 0), (before, after))
        new = [one for one in findings(address) - known if one.encode() in spool]
        check("what was found meanwhile is there", bool(new), (len(known), len(findings(address))))
        os.kill(agents[1].pid, signal.SIGTERM)
        _, said = agents[1].communicate(timeout=120)
        check("it says so", "while the store was away" in said, said[-500:])
        last = totals(address)
        check("it adds up", last.get("duplicates") == 0 and last.get("missing") == 0 and last.get("stuck_leases") == 0, last)
        print(before.get("cases"), "cases before,", after.get("cases"), "with the spool;", len(known), "findings before,", len(new), "new ones from it")
    finally:
        for agent in agents:
            if agent.poll() is None:
                os.killpg(agent.pid, signal.SIGKILL)
        subprocess.run([f"{HOME}/scripts/pg-for-tests", "stop"], env=environment)
print(f"{failures} failures")
sys.exit(1 if failures else 0)
