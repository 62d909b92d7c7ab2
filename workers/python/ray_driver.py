"""Starts agents of a shared campaign through Ray, one on each machine, for `assay fuzz --engine ray` (src/cli/cluster/ray_engine.cc).

The only argument is a JSON object that describes the job. Ray places the agents, each where the cores and GPUs that it needs are free, and
starts those again that died; all of them end with this process. They are placed one by one: a placement group would wait for its last machine.
Exit codes: 0 the campaign is over or was to end, 2 it cannot be run like this, 3 all agents died again and again.
"""
import ctypes
import json
import os
import signal
import socket
import sys
import threading
import time

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
CONNECT_S, JOIN_S = 10, 60  # an unreachable head would let Ray wait for many minutes
ANSWER_S = 10  # for an agent that is asked to end; one that has no place yet does not answer
END_S = 150  # for all to end in order
LATE_S = 120  # for the others when the first has ended because the campaign is over
SAY_S = 60
stop = threading.Event()


def say(text):
    print(f"assay: {text}", file=sys.stderr, flush=True)


def give_up(text):
    say(text)
    os._exit(2)  # from any thread; nothing is held that another process would miss


def take_signals(parent):
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends it to all; what counts is what the parent says
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
    if os.getppid() != parent:
        sys.exit(3)


def connect(ray, address):
    if address.startswith("ray://"):
        give_up(f"--address {address}: Ray's client is not used here; call this on a machine of the cluster, with HOST:PORT or auto")
    if address != "auto":
        host, _, port = address.rpartition(":")
        if not host or not port.isdigit():
            give_up(f"--address {address}: HOST:PORT of the cluster's head, or auto")
        try:
            socket.create_connection((host.strip("[]"), int(port)), timeout=CONNECT_S).close()
        except (OSError, OverflowError) as error:
            give_up(f"--address {address}: no Ray cluster answers there ({error}); start one with the ray of its environment: ray start --head")
    watch = threading.Timer(JOIN_S, give_up, [f"--address {address}: what answers there does not let this machine join within {JOIN_S} s; "
                                              "is it the head of a Ray cluster that this machine belongs to?"])
    watch.daemon = True
    watch.start()
    try:
        ray.init(address=address, namespace="assay", logging_level="error", log_to_driver=False)
    except Exception as error:  # pylint: disable=broad-except
        give_up(f"--address {address}: {type(error).__name__}: {error}")
    watch.cancel()
    take_signals(os.getppid())  # Ray has handlers of its own


def cores(ray, job):
    """What an agent reserves: without a wish, all of the smallest machine, so that no other agent finds room there."""
    if job["cpus"]:
        return job["cpus"]
    machines = [node["Resources"] for node in ray.nodes() if node["Alive"]]
    return int(max(1, min((has["CPU"] for has in machines if has.get("CPU", 0) >= 1 and has.get("GPU", 0) >= job["gpus"]), default=1)))


def start(ray, job):
    """Returns the agents and {what each returns: its number}."""
    import ray_agent

    ray.cloudpickle.register_pickle_by_value(ray_agent)  # other machines need no copy of that file
    ray_agent.Agent.run = ray.method(max_task_retries=-1, retry_exceptions=[ray_agent.AgentDied])(ray_agent.Agent.run)
    remote = ray.remote(num_cpus=cores(ray, job), num_gpus=job["gpus"], max_restarts=-1, max_concurrency=2, scheduling_strategy="SPREAD")(ray_agent.Agent)
    agents = [remote.remote(number, job) for number in range(job["nodes"])]
    return agents, {agent.run.remote(): number for number, agent in enumerate(agents)}


class Watch:
    """Until all agents have ended, or those that have not are not worth waiting for."""

    def __init__(self, ray, job, agents, running):
        self.ray, self.job, self.agents, self.running = ray, job, agents, running
        self.placed = [agent.is_placed.remote() for agent in agents]
        self.codes = []
        self.asked = {}  # answers to the wish to end
        self.asked_at = self.over_at = None
        self.said_at = time.monotonic() - SAY_S + ANSWER_S

    def all(self):
        while self.running:
            for answer in self.ray.wait(list(self.running), num_returns=1, timeout=1)[0]:
                self.ended(self.running.pop(answer), answer)
            now = time.monotonic()
            if self.asked_at is None and (stop.is_set() or (self.over_at is not None and now - self.over_at > LATE_S)):
                self.ask()
            if self.asked_at is not None and now - self.asked_at > ANSWER_S:
                self.drop_silent()
            if self.asked_at is not None and now - self.asked_at > END_S:
                break
            self.tell_what_is_missing(now)

    def ended(self, number, answer):
        try:
            outcome = self.ray.get(answer)
        except self.ray.exceptions.RayError as error:
            outcome = {"code": 3, "message": f"agent {number}: {error}"}
        self.codes.append(outcome["code"])
        if outcome["message"]:
            say(outcome["message"])
        if outcome["code"] in (0, 1) and self.over_at is None:
            self.over_at = time.monotonic()

    def ask(self):
        self.asked_at = time.monotonic()
        self.asked = {number: self.agents[number].stop.remote() for number in self.running.values()}

    def drop_silent(self):
        for answer, number in list(self.running.items()):
            if not self.ray.wait([self.asked[number]], timeout=0)[0]:
                self.ray.kill(self.agents[number])
                del self.running[answer]

    def tell_what_is_missing(self, now):
        if now - self.said_at < SAY_S:
            return
        self.said_at = now
        waiting = len(self.ray.wait(self.placed, num_returns=len(self.placed), timeout=0.5)[1])
        if waiting:
            up = sum(node["Alive"] for node in self.ray.nodes())
            needs = f"{cores(self.ray, self.job)} free cores" + (f" and {self.job['gpus']} GPUs" if self.job["gpus"] else "")
            say(f"{waiting} of {self.job['nodes']} agents wait for room: each needs {needs}; {up} machines are up")


def main():
    job = json.loads(sys.argv[1])
    take_signals(job["parent"])
    import ray

    connect(ray, job["address"])
    watch = Watch(ray, job, *start(ray, job))
    watch.all()
    ray.shutdown()
    if stop.is_set() or any(code in (0, 1) for code in watch.codes):
        return 0
    return 2 if 2 in watch.codes else 3


if __name__ == "__main__":
    sys.exit(main())
