"""What the tests of shared campaigns have in common: a private PostgreSQL, agents, totals, and what must hold of them in the end."""
import contextlib
import json
import os
import random
import signal
import subprocess
import tempfile
import time

from _assay import HOME, assay, check, wait_until

ROUNDS = int(os.environ.get("ASSAY_SCALE_ROUNDS", "4"))
LEASE_SECONDS = 15
chance = random.Random(int(os.environ.get("ASSAY_SCALE_SEED", "1")))


class Database:
    """A private PostgreSQL."""

    def __init__(self, folder, environment=None):
        self.environment = {**os.environ, **(environment or {}), "ASSAY_PG_FOLDER": f"{folder}/pg"}
        started = self.script("start")
        check("a PostgreSQL for tests", started.returncode == 0, started.stderr)
        self.address = started.stdout.strip().splitlines()[-1]

    def script(self, word):
        # Not through pipes: the server would hold them open.
        with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
            r = subprocess.run([f"{HOME}/scripts/pg-for-tests", word], env=self.environment, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
            for file in (out, err):
                file.seek(0)
            return subprocess.CompletedProcess(r.args, r.returncode, out.read(), err.read())

    def kill(self):
        """SIGKILL, and a new start a few seconds later."""
        self.go_away()
        time.sleep(chance.uniform(0.5, 4))
        self.come_back()

    def go_away(self):
        with open(f"{self.environment['ASSAY_PG_FOLDER']}/data/postmaster.pid") as file:
            os.kill(int(file.readline()), signal.SIGKILL)

    def come_back(self):
        again = None

        def works():  # those that it started must end first
            nonlocal again
            again = self.script("restart")
            return again.returncode == 0

        check("PostgreSQL starts again", wait_until(works, 30), again and again.stderr)

    def totals(self, campaign):
        r = assay("campaigns", "show", campaign, "--store", self.address, "--json")
        return json.loads(r.stdout) if r.returncode == 0 else {}

    def cases(self, campaign):
        return self.totals(campaign).get("cases", 0)

    def findings(self):
        r = assay("findings", "list", "--all", "--store", self.address, "--json")
        if not check("findings can be listed", r.returncode == 0, r.stderr):
            return []
        return json.loads(r.stdout)


@contextlib.contextmanager
def a_database():
    with tempfile.TemporaryDirectory() as folder:
        database = Database(folder)
        try:
            yield folder, database
        finally:
            database.script("stop")


def check_round(database, campaign, number, before):
    """After something died: nothing is forgotten, nothing is counted twice."""
    after = database.totals(campaign)
    check(f"nothing is forgotten in round {number}", after.get("cases", 0) >= before, (before, after))
    check(f"nothing is counted twice in round {number}", after.get("duplicates") == 0 and after.get("missing") == 0, after)


def check_goes_on(database, campaign, more=50, meanwhile=lambda: None):
    grown = database.cases(campaign)

    def has_grown():
        meanwhile()
        return database.cases(campaign) >= grown + more

    check("it goes on after all that", wait_until(has_grown, 120), database.totals(campaign))


def check_end(database, campaign):
    """When all agents have gone. Returns the totals."""
    time.sleep(LEASE_SECONDS + 1)  # leases of the dead run out
    last = database.totals(campaign)
    check("it adds up", all(last.get(name) == 0 for name in ("duplicates", "missing", "stuck_leases", "agents")), last)
    listed = len(database.findings())
    check("every finding is there", listed >= last.get("findings", listed + 1), (listed, last.get("findings")))
    return last


def summary(last):
    return f"{last['cases']} cases in {last['lanes']} lanes by {len(last['members'])} agents, {last['findings']} findings"
