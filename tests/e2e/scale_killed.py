"""A shared campaign while things die: agents and PostgreSQL itself are killed with SIGKILL at random moments. In the end every case is
counted once, no lease is stuck and every finding is there. ASSAY_SCALE_ROUNDS says how many times something is killed (default 4)."""
import json
import os
import signal
import subprocess
import time

from _assay import check, finish, start_assay, wait_until
from _scale import ROUNDS, a_database, chance, check_end, check_goes_on, check_round, summary

AGENTS = 3
NAME = "proof"


def start_agent(address, *more):
    # A group of its own, so that its workers die with it.
    return start_assay("fuzz", "--store", address, "--campaign", NAME, "--targets", "onnxruntime", "--jobs", "1", "--quiet", "--json", *more,
                       start_new_session=True)


def kill_things(database, agents):
    for number in range(ROUNDS):
        time.sleep(chance.uniform(1, 6))
        before = database.cases(NAME)
        if number % 4 == 3:
            database.kill()
        else:
            victim = chance.randrange(AGENTS)
            os.killpg(agents[victim].pid, signal.SIGKILL)
            agents[victim].communicate()
            agents[victim] = start_agent(database.address)
        check_round(database, NAME, number, before)


def end_agents(agents):
    for agent in agents:
        os.kill(agent.pid, signal.SIGTERM)
    for agent in agents:
        out, err = agent.communicate(timeout=120)
        check("an agent ends in order", agent.returncode in (0, 1), err[-500:])
        check("and tells what it did", '"cases"' in out, out[-300:])


def check_spent(database, agents):
    """Cases go on counting when all agents have gone: there are more than ten already."""
    before = database.cases(NAME)
    late = start_agent(database.address, "--cases", "10")
    agents.append(late)
    _, err = late.communicate(timeout=120)
    check("a spent budget is told", late.returncode in (0, 1) and "is spent" in err, err[-500:])
    check("and nothing more is run", database.cases(NAME) == before, (before, database.totals(NAME)))


def check_triage(address, findings):
    triages = [start_assay("findings", "triage", "--store", address, "--time", "20s", "--each", "5s", "--jobs", "1", "--json", stderr=subprocess.DEVNULL)
               for _ in range(2)]
    told = [json.loads(one.communicate(timeout=200)[0] or "{}") for one in triages]
    worked = sum(one.get("worked_on", 0) for one in told)
    check("two who triage share the work", 0 < worked <= findings, (told, findings))


def check_locating(address, findings):
    locating = [start_assay("locate", "--all", "--store", address, "--time", "15s", "--seconds", "5", "--modes", "--json", stderr=subprocess.DEVNULL)
                for _ in range(2)]
    told = [json.loads(one.communicate(timeout=200)[0] or "{}") for one in locating]
    located = sum(one.get("worked_on", 0) for one in told)
    check("two who locate share the work", 0 < located <= findings, (told, findings))


with a_database() as (_, database):
    agents = [start_agent(database.address) for _ in range(AGENTS)]
    try:
        check("it gets going", wait_until(lambda: database.cases(NAME) >= 50, 120), database.totals(NAME))
        kill_things(database, agents)
        check_goes_on(database, NAME)
        end_agents(agents)
        last = check_end(database, NAME)
        check_spent(database, agents)
        check_triage(database.address, last["findings"])
        check_locating(database.address, len(database.findings()))  # reducing may have found more
        print(summary(last))
    finally:
        for agent in agents:
            if agent.poll() is None:
                os.killpg(agent.pid, signal.SIGKILL)
finish()
