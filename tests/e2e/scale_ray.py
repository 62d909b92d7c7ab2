"""A shared campaign on a real Ray cluster of three nodes while things die: an agent, a node's raylet, the driver and PostgreSQL are killed with
SIGKILL at random moments. In the end every case is counted once, no lease is stuck, every finding is there and nothing is left running.
ASSAY_SCALE_ROUNDS says how many times something is killed (default 4: each of them once)."""
import json
import os
import signal
import socket
import subprocess
import time

from _assay import assay, check, finish, start_assay, wait_until
from _ray import Cluster, all_below, command_of
from _scale import LEASE_SECONDS, ROUNDS, a_database, chance, check_end, check_goes_on, check_round, summary

NODES, NAME, SECRET = 3, "proof", "not-for-others"
WHO = ["agent", "raylet", "driver", "database"]
# The password is no business of Ray's: nodes have their own.
DRIVER = {"PGPASSWORD": SECRET}


def words(cluster, store, *more):
    return ["--engine", "ray", "--address", cluster.address, "--nodes", str(NODES), "--store", store, *more]


class Proof:
    def __init__(self, database, cluster):
        self.database, self.cluster = database, cluster
        self.seen = set()  # processes of agents
        self.counts = dict.fromkeys(WHO, 0)
        self.start_driver()

    def start_driver(self):
        self.driver = start_assay("fuzz", *words(self.cluster, self.database.address, "--campaign", NAME, "--targets", "onnxruntime", "--jobs", "1", "--json"),
                                  env={**os.environ, **self.cluster.access, **DRIVER}, start_new_session=True)

    def agents(self):
        found = [pid for node in self.cluster.nodes for pid in self.cluster.agents(node)]
        self.seen.update(found)
        return found

    def kill_agent(self):
        if check("there is an agent to kill", wait_until(self.agents, 120)):
            os.kill(chance.choice(self.agents()), signal.SIGKILL)

    def kill_raylet(self):
        self.agents()
        self.cluster.kill_raylet(chance.randrange(1, NODES))

    def kill_driver(self):
        """Either the program itself or the part of it that talks to Ray."""
        below = [pid for pid in all_below(self.driver.pid) if "ray_driver.py" in command_of(pid)]
        if chance.random() < 0.5 and below:
            os.kill(below[0], signal.SIGKILL)
            self.driver.communicate(timeout=60)
            check("a driver without its other half says so", self.driver.returncode == 3, self.driver.returncode)
        else:
            self.driver.kill()
            self.driver.communicate()
            check("no half of the driver is left", wait_until(lambda: not any(map(command_of, below)), 10), below)
        time.sleep(chance.uniform(0.5, 4))
        self.start_driver()

    def recover(self, when):
        self.cluster.mend()
        cases = self.database.cases(NAME)
        check(f"it recovers {when}", wait_until(lambda: self.database.cases(NAME) > cases, 120), self.database.totals(NAME))

    def rounds(self):
        order = []
        for number in range(ROUNDS):
            if not order:
                order = chance.sample(WHO, len(WHO))
            who = order.pop()
            if chance.random() < 0.75:  # the others hit it while it recovers
                self.recover(f"before round {number}")
            time.sleep(chance.uniform(0, 5))
            before = self.database.cases(NAME)
            self.cluster.mend()
            {"agent": self.kill_agent, "raylet": self.kill_raylet, "driver": self.kill_driver, "database": self.database.kill}[who]()
            self.counts[who] += 1
            check_round(self.database, NAME, f"{number} ({who})", before)
            check(f"the driver goes on in round {number} ({who})", self.driver.poll() is None, self.driver.poll())
            print(f"round {number}: {who} killed, {self.database.cases(NAME)} cases", flush=True)

    def end(self):
        self.cluster.mend()
        time.sleep(LEASE_SECONDS + 1)  # until then the dead count as well
        check("all agents are at work again", wait_until(lambda: self.database.totals(NAME).get("agents") == NODES, 180), self.database.totals(NAME))
        self.agents()
        self.driver.send_signal(signal.SIGTERM)
        out, err = self.driver.communicate(timeout=240)
        told = json.loads(out or "{}")
        check("the driver ends in order", self.driver.returncode == (1 if told.get("findings") else 0), (self.driver.returncode, err[-1500:]))
        now = self.database.totals(NAME)
        check("and tells the totals of the whole", told.get("cases") == now.get("cases"), (told.get("cases"), now.get("cases")))
        left = [member for member in told.get("members", []) if member["lane"] >= 0]
        check("all agents have left their lanes", not left and told.get("agents") == 0, (left, err[-500:]))
        check("no agent is left", wait_until(lambda: not any(" fuzz " in command_of(pid) for pid in self.seen), 30), self.agents())


def check_budget(database, cluster):
    """A campaign that ends by itself."""
    r = assay("cluster", "submit", *words(cluster, database.address, "--campaign", "short", "--fuzz", "--targets onnxruntime --cases 60", "--cpus", "1", "--json"),
              env={**os.environ, **cluster.access, **DRIVER})
    told = json.loads(r.stdout or "{}")
    check("a budget of the whole ends it", told.get("over") is True and told.get("cases", 0) >= 60, (told, r.stderr[-1500:]))
    check("with the code of fuzz", r.returncode == (1 if told.get("findings") else 0), r.returncode)
    check("and nobody at work", told.get("agents") == 0 and told.get("stuck_leases") == 0, told)


def check_secret(cluster):
    held = subprocess.run(["grep", "-rlF", SECRET, cluster.folder], capture_output=True, text=True)
    check("Ray keeps no password", held.returncode == 1, held.stdout)


def check_refusals(address, mute):
    r = assay("fuzz", "--engine", "ray", "--address", "127.0.0.1:1", "--store", address, "--campaign", "none")
    check("a head that is not there", r.returncode == 2 and "127.0.0.1:1: no Ray cluster answers there" in r.stderr, r.stderr)
    _, err = mute.communicate(timeout=120)
    check("a head that says nothing", mute.returncode == 2 and "does not let this machine join" in err, (mute.returncode, err[-500:]))


with a_database() as (_, database), socket.create_server(("127.0.0.1", 0)) as silent:
    cluster = proof = None
    mute = None
    try:
        cluster = Cluster(NODES)
        mute = start_assay("fuzz", "--engine", "ray", "--address", f"127.0.0.1:{silent.getsockname()[1]}", "--store", database.address, "--campaign", "none",
                           stdout=subprocess.DEVNULL)
        proof = Proof(database, cluster)
        check("it gets going", wait_until(lambda: database.cases(NAME) >= 50, 180), database.totals(NAME))
        proof.rounds()
        cluster.mend()
        check_goes_on(database, NAME)
        proof.end()
        last = check_end(database, NAME)
        check_budget(database, cluster)
        check_secret(cluster)
        check_refusals(database.address, mute)
        print(", ".join(f"{count} times {who}" for who, count in proof.counts.items()), "killed:", summary(last))
    finally:
        for process in filter(None, (mute, proof and proof.driver)):
            if process.poll() is None:
                process.kill()
        if cluster:
            cluster.close()
finish()
