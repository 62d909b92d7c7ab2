"""A shared campaign on a real Slurm of three nodes, by the script that `assay cluster script slurm` writes, while agents, nodes and
PostgreSQL are killed with SIGKILL at random moments. In the end every case is counted once, no lease is stuck, every finding is there,
and the job has ended by itself because the campaign's time is over. ASSAY_SCALE_ROUNDS: how many times something is killed (default 4)."""
import os
import re
import shutil
import signal
import subprocess
import time

from _assay import HOME, assay, check, finish, skip, wait_until
from _scale import ROUNDS, a_database, chance, check_end, check_goes_on, check_round, summary

NODES = 3
NAME = "proof"
SECONDS = 60 + 25 * ROUNDS  # of the campaign
LINGERING_SECONDS = 3  # slurmd refuses a task in the second in which its earlier life was ended ("already killed"), which ends it with 1:0
os.environ["PATH"] += ":/usr/sbin:/sbin"
if any(shutil.which(program) is None for program in ("munged", "slurmctld", "slurmd", "sbatch")):
    skip("there is no Slurm here; apt-get install slurm-wlm")


class Slurm:
    def __init__(self, folder):
        self.folder = folder
        self.environment = {**os.environ, "ASSAY_SLURM_FOLDER": f"{folder}/slurm", "ASSAY_HOME": HOME}
        self.waiting_since = {}
        started = self.script("start")
        check("a Slurm for tests", started.returncode == 0, started.stderr)
        self.environment["SLURM_CONF"] = re.search(r"^export SLURM_CONF=(.*)$", started.stdout, re.M)[1]

    def script(self, *words):
        # Not through pipes: the daemons would hold them open.
        with open(f"{self.folder}/script.out", "w+") as out:
            r = subprocess.run([f"{HOME}/scripts/slurm-for-tests", *words], env=self.environment, stdin=subprocess.DEVNULL, stdout=out, stderr=out)
            out.seek(0)
            text = out.read()
        return subprocess.CompletedProcess(r.args, r.returncode, text, text)

    def ask(self, *words):
        return subprocess.run(words, env=self.environment, cwd=self.folder, capture_output=True, text=True, timeout=60)

    def submit(self, address, name, *words):
        text = assay("cluster", "script", "slurm", "--store", address, "--campaign", name, "--cpus", "1", "--fuzz", "--targets onnxruntime", *words)
        check("a script is written", text.returncode == 0, text.stderr)
        with open(f"{self.folder}/{name}.sh", "w") as file:
            file.write(text.stdout)
        sent = self.ask("sbatch", "--parsable", f"{self.folder}/{name}.sh")
        check("sbatch takes it", sent.returncode == 0, sent.stderr)
        return sent.stdout.strip()

    def hurry(self):
        """A requeued job waits for two minutes by itself; here for a few seconds."""
        waiting = self.ask("squeue", "-h", "-r", "-t", "PD", "-o", "%i").stdout.split()
        now = time.monotonic()
        self.waiting_since = {job: self.waiting_since.get(job, now) for job in waiting}
        for job in waiting:
            if now - self.waiting_since[job] >= LINGERING_SECONDS:
                self.ask("scontrol", "update", f"JobId={job}", "StartTime=now")

    def waiting_or_running(self):
        self.hurry()
        return self.ask("squeue", "-h", "-r", "-o", "%i").stdout.split()

    def states(self, job):
        shown = self.ask("scontrol", "-o", "show", "job", job).stdout
        return re.findall(r"JobState=(\S+)", shown), re.findall(r"ExitCode=(\S+)", shown)

    def agents(self):
        """The agents that run as parts of its jobs."""
        found = []
        for process in filter(str.isdigit, os.listdir("/proc")):
            try:
                words = open(f"/proc/{process}/cmdline", "rb").read().split(b"\0")
                inside = f"SLURM_CONF={self.environment['SLURM_CONF']}".encode() in open(f"/proc/{process}/environ", "rb").read().split(b"\0")
            except OSError:
                continue
            if inside and len(words) > 1 and words[0].endswith(b"/assay") and words[1] == b"fuzz":
                found.append(int(process))
        return sorted(found)

    def logs(self):
        out = ""
        for name in sorted(os.listdir(self.folder)):
            if name.endswith(".log"):
                out += f"{name}: " + open(f"{self.folder}/{name}").read()[-600:] + "\n"
        return out


def kill_agent(slurm):
    slurm.hurry()
    agents = slurm.agents()
    if not agents:
        return False
    os.kill(chance.choice(agents), signal.SIGKILL)
    return True


def kill_node(slurm):
    node = str(chance.randint(1, NODES))
    killed = slurm.script("kill-node", node)
    check("a node is killed", killed.returncode == 0, killed.stderr)
    time.sleep(chance.uniform(0.5, 3))
    again = slurm.script("restart-node", node)
    check("a node comes back", again.returncode == 0, again.stderr)
    return True


def kill_things(slurm, database):
    counts = {"agents": 0, "nodes": 0, "databases": 0}
    for number in range(ROUNDS):
        time.sleep(chance.uniform(1, 6))
        slurm.hurry()
        before = database.cases(NAME)
        if number % 4 == 3:
            database.kill()
            counts["databases"] += 1
        elif number % 2 == 0:
            counts["nodes"] += kill_node(slurm)
        else:
            check("there are agents to kill", wait_until(lambda: kill_agent(slurm), 60), slurm.logs())
            counts["agents"] += 1
        check_round(database, NAME, number, before)
    return counts


def lasting(slurm, database):
    job = slurm.submit(database.address, NAME, "--nodes", str(NODES), "--time", f"{SECONDS}s")
    check("it gets going on all nodes", wait_until(lambda: database.totals(NAME).get("agents") == NODES and database.cases(NAME) >= 50, 120),
          (database.totals(NAME), slurm.logs()))
    counts = kill_things(slurm, database)
    check_goes_on(database, NAME, meanwhile=slurm.hurry)
    left = database.totals(NAME).get("seconds_left", 0)
    check("the job ends by itself", wait_until(lambda: not slurm.waiting_or_running(), left + 120), (slurm.ask("squeue").stdout, slurm.logs()))
    states, codes = slurm.states(job)
    check("all of its tasks have ended well", set(states) == {"COMPLETED"} and set(codes) == {"0:0"}, (states, codes, slurm.logs()))
    check("no agent is left", not slurm.agents(), slurm.agents())
    last = check_end(database, NAME)
    check("the time is over", last.get("over") is True, last)
    print(summary(last), "in", SECONDS, "s; killed:", counts, flush=True)


def cancelled(slurm, database):
    """scancel tells all processes of a task at once: the agent leaves in order all the same, and its workers' end is nobody's bug."""
    before = {finding["id"] for finding in database.findings()}
    job = slurm.submit(database.address, "cancelled", "--nodes", "1", "--time", "10m")
    check("another job gets going", wait_until(lambda: database.cases("cancelled") >= 30, 120), slurm.logs())
    slurm.ask("scancel", job)
    check("it is cancelled", wait_until(lambda: not slurm.waiting_or_running(), 90), slurm.ask("squeue").stdout)
    last = database.totals("cancelled")
    check("its agent has left in order", [member["state"] for member in last.get("members", [])] == ["done"] and last["agents"] == 0, (last, slurm.logs()))
    new = [finding for finding in database.findings() if finding["id"] not in before]
    check("nobody is accused of it", not any("signal" in finding["message"] or "Terminated" in finding["message"] for finding in new), new)


with a_database() as (folder, database):
    slurm = Slurm(folder)
    try:
        lasting(slurm, database)
        cancelled(slurm, database)
    finally:
        slurm.script("stop")
finish()
