"""Clocks that jump by hours while a campaign runs, forwards and back: the machine's, with a store file, and the database's, with a shared
campaign. Time budgets hold, no lease breaks for good, nothing is lost, nobody is accused of a hang."""
import glob
import os
import shutil
import signal
import subprocess
import tempfile

from _assay import assay, check, finish, need_target, skip, wait_until
from _scale import Database, check_end, check_round, summary as summary_of
from _store import TARGET, ask, cases_in, check_whole, end, start_fuzz, wait_for_cases

LIBRARY = next(iter(glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1")), None)
SECONDS = 30  # of a campaign
JUMPS = ("+5h", "-5h", "+0")
NAME = "proof"


class Clock:
    """The clock of those that get `environment`: as the real one, and as far off as it was told last."""

    def __init__(self):
        # Readable for the account of the database, too.
        self.folder = tempfile.mkdtemp(prefix="assay-clock-")
        os.chmod(self.folder, 0o755)
        self.jump("+0")
        # A clock that is set does not touch the one that measures how long things take.
        self.environment = {"LD_PRELOAD": LIBRARY, "FAKETIME_TIMESTAMP_FILE": f"{self.folder}/time", "FAKETIME_NO_CACHE": "1",
                            "FAKETIME_DONT_FAKE_MONOTONIC": "1"}

    def jump(self, by):
        with open(f"{self.folder}/new", "w") as file:
            file.write(by + "\n")
        os.chmod(f"{self.folder}/new", 0o644)
        os.rename(f"{self.folder}/new", f"{self.folder}/time")

    def hour(self):
        return int(subprocess.run(["date", "+%s"], env={**os.environ, **self.environment}, capture_output=True, text=True).stdout) // 3600

    def close(self):
        shutil.rmtree(self.folder)


def of_the_machine(folder, clock):
    store = f"{folder}/a.db"
    now = clock.hour()
    clock.jump("+5h")
    check("clocks can jump here", clock.hour() - now in (5, 6), (now, clock.hour()))
    clock.jump("+0")
    process = start_fuzz(store, "--time", f"{SECONDS}s", "--seed", "4", environment=clock.environment)
    check("a campaign gets going", wait_for_cases(store, 10, process))
    for by in JUMPS:
        before = cases_in(store)
        clock.jump(by)
        check(f"{by}: it goes on", wait_for_cases(store, before + 10, process) and process.poll() is None, (before, cases_in(store), process.poll()))
    code, summary, error = end(process)
    check("it ends by itself", code in (0, 1), (code, error))
    check("when its time is over, not before", summary.get("seconds", 0) >= SECONDS, summary.get("seconds"))
    check_whole("after jumps", store)
    hangs = ask(store, "select id, message from findings where kind in ('hang', 'hangs')")
    check("nobody is accused of a hang", not hangs, hangs)
    clock.jump("-5h")  # older than what is there
    code, more, error = end(start_fuzz(store, "--resume", "--cases", str(ask(store, "select done from campaigns")[0][0] + 20), environment=clock.environment))
    check("it is resumed in its own past", code in (0, 1) and more["resumed_cases"] == summary["cases"], (code, error))
    for words in (["findings", "list"], ["report", "--out", f"{folder}/site"]):
        r = assay(*words, "--store", store, env={**os.environ, **clock.environment})
        check(f"assay {words[0]} takes times that go back", r.returncode == 0, r.stderr)
    clock.jump("+0")


def start_agent(address, seconds):
    return start_fuzz(address, "--campaign", NAME, "--time", f"{seconds}s")


def of_the_database(folder, clock):
    database = Database(folder, clock.environment)
    seconds = 3 * SECONDS
    agents = [start_agent(database.address, seconds) for _ in range(2)]
    try:
        check("a shared campaign gets going", wait_until(lambda: database.totals(NAME).get("agents") == 2 and database.cases(NAME) >= 20, 120),
              database.totals(NAME))
        for by in JUMPS:
            before = database.cases(NAME)
            if by == "-5h":  # the lease of this one lies hours ahead then
                os.killpg(agents[1].pid, signal.SIGKILL)
                agents[1].communicate()
            clock.jump(by)
            if by == "-5h":
                agents[1] = start_agent(database.address, seconds)
            check(f"{by}: both go on", wait_until(lambda: database.totals(NAME).get("agents") == 2 and database.cases(NAME) >= before + 20, 60),
                  (before, database.totals(NAME)))
            check_round(database, NAME, by, before)
        for agent in agents:
            code, _, error = end(agent)
            check("an agent ends by itself", code in (0, 1), (code, error))
        last = check_end(database, NAME)
        check("the lane of the dead one was taken up", last.get("lanes") == 2, last)
        print("shared:", summary_of(last))
    finally:
        for agent in agents:
            if agent.poll() is None:
                os.killpg(agent.pid, signal.SIGKILL)
        database.script("stop")


if LIBRARY is None:
    skip("there is no libfaketime here; apt-get install faketime")
need_target(TARGET)
clock = Clock()
try:
    with tempfile.TemporaryDirectory() as folder:
        of_the_machine(folder, clock)
        of_the_database(folder, clock)
finally:
    clock.close()
finish()
