"""What an agent under Ray does, without Ray: workers/python/ray_agent.py around a program that plays `assay`."""
import json
import os
import signal
import stat
import sys
import tempfile
import threading

from _assay import HOME, check, finish, wait_until

sys.path.insert(0, f"{HOME}/workers/python")
import ray_agent  # noqa: E402  pylint: disable=wrong-import-position

# Says what stands in the files beside it, and notes how it was called.
PROGRAM = """#!/bin/sh
cd "$(dirname "$0")"
echo "$@" >> calls
case "$1 $2" in
  "campaigns list") cat list && exit 0; exit 2 ;;
  "campaigns show") cat show; exit 0 ;;
  "fuzz "*) echo "last words" >&2; . ./fuzz ;;
esac
"""


class Case:
    """An agent of the campaign c; `campaign`: what `campaigns show` says of it, None: it is not there."""

    def __init__(self, folder, campaign, fuzz="exit 0", seconds=90, known=0):
        self.folder = tempfile.mkdtemp(dir=folder)
        self.write("assay", PROGRAM)
        os.chmod(f"{self.folder}/assay", stat.S_IRWXU)
        self.write("fuzz", fuzz)
        self.write("list", json.dumps({"campaigns": [{"name": "c"}] if campaign else []}))
        self.show(campaign)
        os.environ.update(ASSAY_HOME=self.folder, ASSAY_BIN=f"{self.folder}/assay")
        self.agent = ray_agent.Agent(0, {"home": "/nowhere", "store": "s", "campaign": "c", "seconds": seconds, "known": known, "words": ["fuzz", "x"]})

    def write(self, name, text):
        with open(f"{self.folder}/{name}", "w", encoding="utf-8") as file:
            file.write(text)

    def show(self, campaign):
        self.write("show", json.dumps(campaign))

    def run(self):
        """The outcome, or "died"; and the calls of fuzz."""
        try:
            outcome = self.agent.run()
        except ray_agent.AgentDied:
            outcome = "died"
        with open(f"{self.folder}/calls", encoding="utf-8") as file:
            return outcome, [line.strip() for line in file if line.startswith("fuzz")]


def campaign(members, left=0, over=False):
    return {"members": [{}] * members, "seconds_left": left, "over": over}


def wait_for(path):
    return wait_until(lambda: os.path.exists(path), 30, 0.05)


WAITS = "trap 'echo told > told; exit 0' TERM; echo $$ > pid; while :; do sleep 0.05; done"
END = "echo '" + json.dumps(campaign(9, -1, True)) + "' > show; echo '{\"campaigns\": [{\"name\": \"c\"}]}' > list; exit 1"
DONE = {"code": 1, "message": ""}
with tempfile.TemporaryDirectory() as folder:
    check("a new campaign gets the whole time", Case(folder, None, END).run() == (DONE, ["fuzz x --time 90s"]))
    check("so does a new night", Case(folder, campaign(4, -500, True), END, known=4).run() == (DONE, ["fuzz x --time 90s"]))
    check("who comes later has what is left", Case(folder, campaign(5, 33), END, known=4).run() == (DONE, ["fuzz x --time 33s"]))
    check("also when others were there first", Case(folder, campaign(4, 33), END, known=-1).run() == (DONE, ["fuzz x --time 33s"]))
    check("no end stays none", Case(folder, campaign(5, 0), END, known=4).run() == (DONE, ["fuzz x"]))
    check("who comes too late does not begin anew", Case(folder, campaign(5, -2, True), END, known=4).run() == ({"code": 0, "message": ""}, []))

    check("one that was killed is started again", Case(folder, campaign(5), "kill -9 $$").run()[0] == "died")
    check("so is one that ended before the campaign", Case(folder, campaign(5), "exit 0").run()[0] == "died")
    case = Case(folder, campaign(5), "exit 2")
    outcome = case.run()[0]
    check("what would fail again is told", outcome["code"] == 2 and outcome["message"].endswith("last words"), outcome)
    case = Case(folder, campaign(5), "rm list; exit 2")
    check("but not when the database is away", case.run()[0] == "died")
    case = Case(folder, campaign(5), "exit 3")
    case.agent.quick_deaths = ray_agent.MOST_QUICK - 1
    outcome = case.run()[0]
    check("again and again is told, too", outcome["code"] == 3 and "last words" in outcome["message"], outcome)
    case.agent.program = f"{folder}/nothing"
    check("no program", case.agent.run()["code"] == 2 and "ASSAY_HOME" in case.agent.run()["message"])

    case = Case(folder, campaign(5), WAITS)
    threading.Thread(target=lambda: wait_for(f"{case.folder}/pid") and case.agent.stop()).start()
    check("it ends in order", case.run()[0] == {"code": 0, "message": ""} and os.path.exists(f"{case.folder}/told"))

    # Its own process dies: so does what it started.
    case = Case(folder, campaign(5), WAITS)
    child = os.fork()
    if child == 0:
        case.agent.raylet = os.getppid()
        case.run()
        os._exit(0)
    wait_for(f"{case.folder}/pid")
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    check("nothing is left behind", wait_for(f"{case.folder}/told"))
finish()
