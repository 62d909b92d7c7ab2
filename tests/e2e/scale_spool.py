"""What an agent has done while PostgreSQL was away outlives the agent: the database is killed, the agent goes on and finds something, the agent is
killed, too; both are started again, and the finding is there, every case counted once."""
import glob
import os
import re
import signal
import subprocess

from _assay import BACKENDS, check, finish, start_assay, wait_until
from _scale import a_database

NAME = "away"
BROKEN = ["cast-to-half-truncates", "int-division-floors", "less-includes-equal", "softmax-always-last-axis", "reduce-forgets-remainder",
          "hard-swish-slope", "elu-ignores-alpha", "conv-ignores-dilations", "gemm-ignores-alpha-beside-beta", "clip-lone-max-is-min"]


def ids(findings):
    return {one["id"] for one in findings}


def start_agent(address, environment):
    return start_assay("fuzz", "--store", address, "--campaign", NAME, "--targets", f"planted:{'+'.join(BROKEN)}", "--backend-dir", BACKENDS, "--jobs", "1",
                       "--json", "--quiet", env=environment, stdout=subprocess.DEVNULL, start_new_session=True)


with a_database() as (folder, database):
    environment = {**database.environment, "XDG_DATA_HOME": f"{folder}/data"}
    agents = [start_agent(database.address, environment)]
    try:
        check("it gets going", wait_until(lambda: database.cases(NAME) > 0, 120), database.totals(NAME))
        database.go_away()  # findings of its first seconds only are known to it
        spools = lambda: glob.glob(f"{folder}/data/assay/spool/*/*.spool")
        check("there is a spool", wait_until(lambda: len(spools()) == 1, 30), spools())
        found = lambda: set(re.findall(rb"f[0-9a-f]{12}", open(spools()[0], "rb").read()))
        first = len(found())
        check("something is found meanwhile", wait_until(lambda: len(found()) > first, 120), found())
        check("nobody else may read it", os.stat(spools()[0]).st_mode & 0o077 == 0)
        os.killpg(agents[0].pid, signal.SIGKILL)
        agents[0].communicate()
        with open(spools()[0], "rb") as file:
            spool = file.read()
        database.come_back()
        before, known = database.totals(NAME), ids(database.findings())
        agents.append(start_agent(database.address, environment))
        check("the next agent writes it", wait_until(lambda: not spools(), 120), spools())
        after = database.totals(NAME)
        check("its cases are counted", after.get("cases", 0) > before.get("cases", 0), (before, after))
        now = ids(database.findings())
        new = [one for one in now - known if one.encode() in spool]
        check("what was found meanwhile is there", bool(new), (len(known), len(now)))
        os.kill(agents[1].pid, signal.SIGTERM)
        _, said = agents[1].communicate(timeout=120)
        check("it says so", "while the store was away" in said, said[-500:])
        last = database.totals(NAME)
        check("it adds up", last.get("duplicates") == 0 and last.get("missing") == 0 and last.get("stuck_leases") == 0, last)
        print(before.get("cases"), "cases before,", after.get("cases"), "with the spool;", len(known), "findings before,", len(new), "new ones from it")
    finally:
        for agent in agents:
            if agent.poll() is None:
                os.killpg(agent.pid, signal.SIGKILL)
finish()
