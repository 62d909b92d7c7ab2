"""A real Ray cluster of several nodes on this machine, for tests: one `ray start --block` for each node."""
import contextlib
import json
import os
import secrets
import shutil
import signal
import subprocess
import tempfile

from _assay import HOME, check, free_port, wait_until
from _processes import all_below, command_of

# A dead node is noticed after seconds rather than a quarter of a minute.
HEALTH = {"health_check_initial_delay_ms": 2000, "health_check_period_ms": 500, "health_check_timeout_ms": 3000, "health_check_failure_threshold": 3}
START_S = 120


def environment():
    """The folder of Ray's own environment, made if it is missing."""
    made = subprocess.run([f"{HOME}/scripts/add-target", "ray", "ray"], capture_output=True, text=True)
    check("an environment with Ray", made.returncode == 0, made.stderr)
    return f"{HOME}/build/envs/ray"


class Cluster:
    """`nodes` machines with one core each; the first is the head, which is never killed."""

    def __init__(self, nodes):
        self.ray = f"{environment()}/bin/ray"
        self.folder = tempfile.mkdtemp(prefix="ray-")  # short: sockets lie below it
        # Ray listens on more than the loopback address; without the token anybody could run things here.
        self.access = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
        self.variables = {**os.environ, **self.access, "RAY_USAGE_STATS_ENABLED": "0", "RAY_raylet_start_wait_time_s": "120",
                          "RAY_worker_niceness": "0"}  # a busy machine would let them starve
        self.started = 0
        self.nodes = [self.join(head=True)]
        while len(self.nodes) < nodes:  # one after the other: at once they get into each other's way
            self.nodes.append(self.join())

    def join(self, head=False):
        """A further node."""
        for _ in range(3):  # a busy machine may be too slow for Ray
            if head:
                self.address = f"127.0.0.1:{free_port()}"
            node = self.start(head)
            if wait_until(lambda: node.poll() is not None or "Ray runtime started" in node.said(), START_S) and node.poll() is None:
                return node
            self.end(node)
        check("a node of Ray", False, node.said())
        return node

    def start(self, head):
        words = [f"--port={self.address.split(':')[1]}", "--head", f"--temp-dir={self.folder}", "--include-dashboard=false",
                 f"--system-config={json.dumps(HEALTH)}"] if head else [f"--address={self.address}"]
        self.started += 1
        path = f"{self.folder}/start-{self.started}.log"
        with open(path, "w", encoding="utf-8") as log:
            node = subprocess.Popen([self.ray, "start", "--block", "--num-cpus=1", "--object-store-memory=100000000", "--node-ip-address=127.0.0.1",
                                     *words], env=self.variables, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)

        def said():
            with open(path, encoding="utf-8", errors="replace") as log:
                return log.read()

        node.said = said
        return node

    def raylet(self, node):
        return next((pid for pid in all_below(node.pid) if "/raylet/raylet " in command_of(pid)), None)

    def agents(self, node):
        """The processes of `assay fuzz` below it."""
        return [pid for pid in all_below(node.pid) if " fuzz --store" in command_of(pid) and "import ctypes" not in command_of(pid)]

    def mend(self):
        """Other nodes for those that ended by themselves, as a site would; Ray gives up one that is starved for seconds."""
        for number in range(1, len(self.nodes)):
            if self.nodes[number].poll() is not None:
                self.nodes[number] = self.join()

    def kill_raylet(self, number):
        """SIGKILL for the raylet alone, then another node in its place."""
        node = self.nodes[number]
        os.kill(self.raylet(node), signal.SIGKILL)
        try:
            node.wait(30)  # `ray start --block` ends with it
        except subprocess.TimeoutExpired:
            os.kill(node.pid, signal.SIGKILL)
            node.wait()
        self.nodes[number] = self.join()

    @staticmethod
    def end(node):
        below = all_below(node.pid)
        node.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            node.wait(30)
        for pid in [node.pid, *below]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        node.wait()

    def close(self):
        """Nothing of it is left behind."""
        for node in self.nodes:
            self.end(node)
        shutil.rmtree(self.folder, ignore_errors=True)
