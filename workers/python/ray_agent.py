"""An agent of a shared campaign under Ray: starts `assay fuzz` on the machine that Ray chose and looks after it (see ray_driver.py).

Nothing here counts or keeps anything: that is the store's. An agent that dies, with its machine or alone, is started again by Ray and joins
the campaign again. The database's password is the machine's own affair (~/.pgpass, or PGPASSWORD of `ray start`): it does not pass here.
"""
import fcntl
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

LOOK_S = 0.2
DATABASE_TRIES = 600  # a second apart
END_S = 120  # for ending in order: a framework that is being imported is waited for
QUICK_S, MOST_QUICK = 60, 10  # an agent that dies so soon, so many times in a row, is not started again
# Ends with the process that started it, and not at all when that has ended already.
LAUNCH = """
import ctypes, os, signal, sys
for number in (signal.SIGPIPE, signal.SIGXFSZ): signal.signal(number, signal.SIG_DFL)  # Python ignores them, Ray blocks some
signal.pthread_sigmask(signal.SIG_SETMASK, [])
ctypes.CDLL(None).prctl(1, signal.SIGTERM)  # PR_SET_PDEATHSIG: in order
if os.getppid() != int(sys.argv[1]): sys.exit(3)
os.execv(sys.argv[2], sys.argv[2:])
"""


class AgentDied(Exception):
    """Makes Ray start it again."""


class Agent:
    """One for each machine; `job` is what ray_engine.cc wrote."""

    def __init__(self, number, job):
        self.number, self.job = number, job
        self.home = os.environ.get("ASSAY_HOME", job["home"])
        self.program = os.environ.get("ASSAY_BIN", os.path.join(self.home, "assay"))
        self.environment = {**os.environ, "ASSAY_HOME": self.home}
        self.raylet = os.getppid()
        self.stopping = threading.Event()
        self.quick_deaths = 0

    def is_placed(self):
        """Answers as soon as Ray has found room."""

    def stop(self):
        """Ends the agent in order, soon; `run` returns then."""
        self.stopping.set()

    def run(self):
        """Returns {"code", "message"} when the campaign is over, on a wish, or when no other try would help."""
        problem = self.prepare()
        if problem:
            return self.outcome(2, problem)
        seconds = self.seconds_left()
        if seconds is None or self.stopping.is_set():
            return self.outcome(0)
        began = time.monotonic()
        code, said = self.fuzz(seconds)
        if self.stopping.is_set():
            return self.outcome(0)
        if code in (0, 1) and self.seconds_left() is None:
            return self.outcome(code)
        if code == 2 and self.assay("campaigns", "list", "--store", self.job["store"]).returncode == 0:
            return self.outcome(2, said)
        self.quick_deaths = self.quick_deaths + 1 if time.monotonic() - began < QUICK_S else 0
        if self.quick_deaths >= MOST_QUICK:
            return self.outcome(3, f"died {MOST_QUICK} times in a row; the last time with {code}: {said}")
        print(f"agent {self.number}: ended with {code} before the campaign; Ray starts it again. {said}", flush=True)  # in Ray's logs
        self.stopping.wait(1)
        raise AgentDied(f"ended with {code}")

    def prepare(self):
        """What the machine lacks is made by the first agent; others of the same machine wait. Returns what is wrong."""
        if not os.access(self.program, os.X_OK):
            return (f"there is no {self.program}; the checkout must lie in the same place on every machine, or ASSAY_HOME say where "
                    "when `ray start` is called")
        with open(os.path.join(tempfile.gettempdir(), f"assay-setup-{os.getuid()}.lock"), "w", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            made = self.assay("--version")
        return "" if made.returncode == 0 else f"{self.program} does not run: {made.stderr[-500:]}"

    def seconds_left(self):
        """Of the campaign; 0: no end, None: it is over. Only the first to join may begin a new night, with the whole time: one that comes
        late, or for the second time, would prolong it."""
        store, name = self.job["store"], self.job["campaign"]
        for _ in range(DATABASE_TRIES):
            listed = self.assay("campaigns", "list", "--store", store, "--json")
            if listed.returncode == 0:
                names = [one["name"] for one in json.loads(listed.stdout)["campaigns"]]
                if name not in names:
                    return self.job["seconds"]
                shown = self.assay("campaigns", "show", name, "--store", store, "--json")
                if shown.returncode == 0:
                    break
            if self.stopping.wait(1):
                return None
        else:
            raise AgentDied("the database cannot be reached")
        campaign = json.loads(shown.stdout)
        if len(campaign["members"]) == self.job["known"]:
            return self.job["seconds"]
        left = campaign["seconds_left"]
        return None if campaign["over"] or 0 < left <= 2 else left

    def fuzz(self, seconds):
        """Returns the exit code, and what was said last."""
        words = [*self.job["words"], *(["--time", f"{int(seconds + 0.5)}s"] if seconds > 0 else [])]
        with tempfile.TemporaryFile() as said:
            child = subprocess.Popen([sys.executable, "-c", LAUNCH, str(os.getpid()), self.program, *words], cwd=self.home, env=self.environment,
                                     stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=said, start_new_session=True)
            while child.poll() is None:
                # A raylet that was killed leaves this process behind; Ray has another agent then, elsewhere.
                orphaned = os.getppid() != self.raylet
                if orphaned or self.stopping.is_set():
                    self.end(child)
                if orphaned:
                    os._exit(1)
                time.sleep(LOOK_S)
            said.seek(max(0, said.tell() - 500))
            return child.returncode, said.read().decode(errors="replace").strip()

    @staticmethod
    def end(child):
        child.send_signal(signal.SIGTERM)
        try:
            child.wait(END_S)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()

    def assay(self, *words):
        return subprocess.run([self.program, *words], cwd=self.home, env=self.environment, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, errors="replace", check=False)

    def outcome(self, code, message=""):
        return {"code": code, "message": f"agent {self.number} on {socket.gethostname()}: {message}" if message else ""}
