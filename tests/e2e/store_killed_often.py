"""`assay fuzz` on a store file, killed with SIGKILL at random moments and resumed each time. In the end it has run the very cases, and
found what an undisturbed campaign finds. ASSAY_KILLS says how many times it is killed (default 8)."""
import os
import random
import tempfile
import time

from _assay import assay, check, finish, need_target
from _store import TARGET, ask, cases_in, check_whole, end, findings_in, kill, left_behind, start_fuzz, wait_for_cases

KILLS = int(os.environ.get("ASSAY_KILLS", "8"))
SEED = "9"
chance = random.Random(int(os.environ.get("ASSAY_KILLS_SEED", "1")))


def wait_for_a_moment(number, store, process):
    if number % 4 == 0:  # while it starts
        time.sleep(chance.uniform(0.05, 1))
    elif number % 4 == 1:  # anywhen
        time.sleep(chance.uniform(1, 9))
    else:  # while it works
        wait_for_cases(store, cases_in(store) + 1, process)
        time.sleep(chance.uniform(0, 3))


def killed_and_resumed(store, environment):
    """The cases that were written at each end."""
    written = []
    for number in range(KILLS):
        # The first moments are those of a new file; none has a campaign to go on with before its first transaction.
        known = os.path.exists(store) and os.path.getsize(store) > 0 and any_campaign(store)
        process = start_fuzz(store, "--seed", SEED, *(["--resume"] if known else []), environment=environment)
        wait_for_a_moment(number, store, process)
        check(f"kill {number}: it was still running", process.poll() is None, process.poll())
        kill(process)
        written.append(cases_in(store))
        check(f"kill {number}: nothing is forgotten", number == 0 or written[-1] >= written[-2], written)
        if any_campaign(store):
            check_whole(f"kill {number}", store)
    return written


def any_campaign(store):
    try:
        return bool(ask(store, "select 1 from campaigns"))
    except Exception:  # noqa: BLE001 - killed before the tables were there
        return False


def apart(one, other):
    """By how many hits two stores differ."""
    a, b = findings_in(one), findings_in(other)
    return sum(abs(a.get(finding, 0) - b.get(finding, 0)) for finding in {**a, **b})


def by_chance(*stores):
    """Hits of a framework that gives other numbers each time: they may show as another finding, or not at all."""
    return max(sum(count for (_, kind, _), count in findings_in(store).items() if kind == "nondeterministic") for store in stores)


need_target(TARGET)
with tempfile.TemporaryDirectory() as folder:
    environment = {"ASSAY_TEST_MARK": folder}
    killed, calm = f"{folder}/killed.db", f"{folder}/calm.db"
    written = killed_and_resumed(killed, environment)
    check("it got somewhere between the kills", written[-1] > 0, written)
    total = str(ask(killed, "select done from campaigns")[0][0] + 100)
    code, one, error = end(start_fuzz(killed, "--resume", "--cases", total, environment=environment))
    check("it ends in order at last", code in (0, 1), (code, error[-500:]))
    code, other, error = end(start_fuzz(calm, "--seed", SEED, "--cases", total, environment=environment))
    check("an undisturbed campaign of as many cases", code in (0, 1), (code, error[-500:]))
    check("both ran the same cases, each once", one["corpus_hash"] == other["corpus_hash"] and one["cases"] == other["cases"],
          [(o["cases"], o["corpus_hash"]) for o in (one, other)])
    check("there is one campaign", ask(killed, "select count(*) from campaigns") == [(1,)])
    check_whole("at the end", killed)
    # ONNX Runtime reads memory that nobody wrote for one of the cases (MatMulInteger over no elements): which layer that is blamed on may differ.
    check("both found the same, as often", findings_in(calm) and apart(killed, calm) <= 2 * (by_chance(killed, calm) + 1),
          sorted(set(findings_in(killed).items()) ^ set(findings_in(calm).items())))
    listed = assay("findings", "list", "--all", "--store", killed, "--json")
    check("and the list has all of it", all(finding[0] in listed.stdout for finding in findings_in(killed)), listed.stderr)
    time.sleep(1)
    check("no process is left behind", not left_behind(f"ASSAY_TEST_MARK={folder}"), left_behind(f"ASSAY_TEST_MARK={folder}"))
    print(f"{KILLS} kills, {one['cases']} cases on {TARGET}, {len(findings_in(killed))} findings")
finish()
