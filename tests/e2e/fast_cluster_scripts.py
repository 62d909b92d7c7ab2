"""What `assay cluster script` writes, run as it stands, with a stand-in for ./assay that ends as it is told: exit codes, signals, agents
that are killed, tasks that Slurm begins anew. tests/e2e/scale_slurm.py runs the real thing on a real Slurm."""
import json
import os
import signal
import subprocess
import tempfile
import time

from _assay import assay, check, finish

MORE = "--targets a,b $(HOME) $$(HOME) $$ it's `id` \\\" $x;#&"

# Its calls go to a file. `fuzz` takes its next ending from another: an exit code, "killed", or "asked" for waiting until SIGTERM comes.
STAND_IN = """#!/usr/bin/env python3
import os, signal, sys, time
place = os.path.dirname(os.path.abspath(__file__))
with open(place + "/calls", "a") as file:
    file.write(" ".join(sys.argv[1:]) + "\\n")
if sys.argv[1] == "campaigns":
    print(open(place + "/state").read())
if sys.argv[1] != "fuzz":
    sys.exit(0)
endings = open(place + "/endings").read().split()
with open(place + "/endings", "w") as file:
    file.write(" ".join(endings[1:]))
if endings[0] == "killed":
    os.kill(os.getpid(), signal.SIGKILL)
if endings[0] == "asked":
    asked = []
    signal.signal(signal.SIGTERM, lambda *_: asked.append(1))
    open(place + "/ready", "w").close()
    while not asked:
        time.sleep(0.05)
    time.sleep(0.5)  # ending in order takes its time
    sys.exit(1)
sys.exit(int(endings[0]))
"""


def written(kind, *more, campaign="night"):
    r = assay("cluster", "script", kind, "--store", "postgresql://me@db.example/assay?sslmode=require", "--campaign", campaign, "--nodes", "3", "--time", "2m",
              *more)
    check(f"{kind} is written", r.returncode == 0, r.stderr)
    return r.stdout


class Place:
    """A checkout in which only ./assay is, and that stands in."""

    def __init__(self, folder, name, endings, state="{}"):
        self.folder = f"{folder}/{name} with 'odd' $name"
        os.mkdir(self.folder)
        for file, text in (("assay", STAND_IN), ("endings", endings), ("state", state), ("calls", "")):
            with open(f"{self.folder}/{file}", "w") as out:
                out.write(text)
        os.chmod(f"{self.folder}/assay", 0o755)

    def start(self, words, **environment):
        return subprocess.Popen(words, cwd=self.folder, env={**os.environ, "ASSAY_HOME": self.folder, "TMPDIR": self.folder, **environment},
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def run(self, words, **environment):
        process = self.start(words, **environment)
        error = process.communicate(timeout=60)[1]
        return process.returncode, error

    def agents(self):
        with open(f"{self.folder}/calls") as file:
            return [line.strip() for line in file if line.startswith("fuzz ")]

    def ask_to_end(self, words):
        process = self.start(words)
        while not os.path.exists(f"{self.folder}/ready") and process.poll() is None:
            time.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
        return process.returncode


def common(folder, kind, words):
    for ending, code in (("0", 0), ("1", 0), ("2", 2), ("3", 3)):
        place = Place(folder, f"{kind}-{ending}", ending)
        got, error = place.run(words)
        check(f"{kind}: {ending} of the agent is {code} of the job", got == code, (got, error))
        check(f"{kind}: one agent was started", len(place.agents()) == 1, place.agents())
        check(f"{kind}: with the right words", place.agents()[:1] == ["fuzz --store postgresql://me@db.example/assay?sslmode=require --campaign night "
                                                                      "--time 2m --quiet " + MORE], place.agents())
    place = Place(folder, f"{kind}-asked", "asked")
    check(f"{kind}: SIGTERM is passed on and waited for", place.ask_to_end(words) == 0 and len(place.agents()) == 1, place.agents())


def slurm(folder):
    script = f"{folder}/job.sh"
    with open(script, "w") as file:
        file.write(written("slurm", "--fuzz", MORE))
    words = ["bash", script]
    common(folder, "slurm", words)
    place = Place(folder, "killed", "killed killed 1", json.dumps({"over": False, "seconds_left": 17.0}, indent=1))
    code, error = place.run(words)
    check("an agent that was killed is followed by another", code == 0 and len(place.agents()) == 3, (code, error, place.agents()))
    check("which has the time that is left", ["--time 2m" in place.agents()[0], *("--time 17s" in one for one in place.agents()[1:])] == [True] * 3,
          place.agents())
    for name, state, agents in (("over", {"over": True, "seconds_left": -3.0}, []), ("less", {"over": False, "seconds_left": 17.5}, ["--time 17s"]),
                                ("clock", {"over": False, "seconds_left": 99999.0}, ["--time 2m"]), ("endless", {"over": False, "seconds_left": 0.0}, ["--time 2m"])):
        place = Place(folder, name, "0", json.dumps(state, indent=1))
        code, error = place.run(words, SLURM_RESTART_COUNT="1")
        check(f"begun anew: {name}", code == 0 and len(place.agents()) == len(agents) and all(a in b for a, b in zip(agents, place.agents())),
              (code, error, place.agents()))


def as_kubernetes_reads(word):
    """Its rule for words of commands: $$ is $, $(NAME) a variable, which none of them is to be; any other $ stands for itself."""
    out, i = "", 0
    while i < len(word):
        if word[i] == "$" and word[i + 1:i + 2] == "$":
            i += 1
        elif word[i] == "$" and word[i + 1:i + 2] == "(":
            check("no variable of Kubernetes", False, word)
        out += word[i]
        i += 1
    return out


def k8s(folder):
    text = written("k8s", "--fuzz", MORE, "--cpus", "0")
    # Both are JSON, which YAML takes as it is.
    command, arguments = (json.loads(next(line.split(":", 1)[1] for line in text.splitlines() if line.strip().startswith(name + ":")))
                          for name in ("command", "args"))
    common(folder, "k8s", [as_kubernetes_reads(word) for word in command + arguments])
    name = next(line.split(":", 1)[1].strip() for line in text.splitlines() if line.strip().startswith("generateName:"))
    check("every night is a Job of its own", name == "assay-night-" and "\n  name: " not in text, name)
    long = written("k8s", campaign="A" * 40 + "_b.c-" + "d" * 6)
    name = next(line.split(":", 1)[1].strip() for line in long.splitlines() if line.strip().startswith("generateName:"))
    # Kubernetes adds five signs to it, and a hyphen and the pod's number, 99999 at most.
    check("whose name is short enough", name == "assay-" + "a" * 40 + "-" and len(name) + 5 + 6 <= 63, name)


with tempfile.TemporaryDirectory() as folder:
    slurm(folder)
    k8s(folder)
finish()
