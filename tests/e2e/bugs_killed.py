"""assay bugs run-tests, killed at several moments and resumed; two runs at once on one cache."""
import json
import os
import signal
import subprocess
import tempfile

from _assay import HANG_SECONDS, assay, assay_json, check, finish, start_assay, wait_until
from _bug_samples import add_bug, make_index, need_environments, variables

BUGS = 8


def lines_of(path):
    return open(path).read().splitlines() if os.path.exists(path) else []


def wait_for(holds, process):
    wait_until(lambda: holds() or process.poll() is not None, HANG_SECONDS, 0.01)


with tempfile.TemporaryDirectory() as d:
    d = os.path.realpath(d)
    db, env = f"{d}/db", variables(d)
    make_index(d)
    for number in range(1, BUGS + 1):
        # Half of them fail, so that outcomes can be told apart.
        add_bug(db, "jax", number, f"import samplelib, time\ndef test_f():\n    time.sleep(0.3)\n    assert {number} % 2 == 1\n", "samplelib==1.0\n")
    log = f"{d}/log"
    journal = f"{log}/journal.jsonl"
    envs = f"{d}/cache/assay/bugs/envs"
    words = ["bugs", "run-tests", "--db", db, "--log-directory", log, "--jobs", "2"]

    def start(*more):
        return start_assay(*words, *more, stdout=subprocess.DEVNULL, env=env)

    # The first moment is while the environment is made, the others behind so many bugs.
    process = start()
    wait_for(lambda: os.path.isdir(envs) and any(os.path.isdir(f"{envs}/{name}") for name in os.listdir(envs)), process)
    process.send_signal(signal.SIGKILL)
    error = process.communicate()[1]
    need_environments(error)
    check("killed while an environment is made", process.returncode == -9, (process.returncode, error))
    done_before = 0
    for wanted in (1, 3, 6):
        process = start("--resume")
        wait_for(lambda: len(lines_of(journal)) >= wanted, process)
        other = assay(*words, "--resume", env=env)
        if process.poll() is None and other.returncode != 0:
            check("only one run writes a folder", other.returncode == 2 and "another run writes" in other.stderr, other.stderr)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        ids = [json.loads(line)["id"] for line in lines_of(journal)]
        check("nothing is done twice", len(ids) == len(set(ids)) and len(ids) >= max(wanted, done_before), ids)
        done_before = len(ids)
    r = assay(*words, "--resume", "--json", env=env)
    out = json.loads(r.stdout or "{}")
    check("all is there in the end", out.get("libraries", {}).get("jax") == {"total": BUGS, "pass": BUGS // 2, "fail": BUGS // 2, "vio-pre": 0}, r.stdout[:600] + r.stderr)
    ids = [json.loads(line)["id"] for line in lines_of(journal)]
    check("each once", sorted(ids, key=int) == [str(n) for n in range(1, BUGS + 1)], ids)
    check("each has its log", all(os.path.exists(f"{log}/jax/issue_{n}.log") for n in range(1, BUGS + 1)))

    # Two runs that begin together make one environment.
    assay("bugs", "env", "gc", "--all", env=env, check=True)
    both = [start_assay("bugs", "run-tests", "--db", db, "--log-directory", f"{d}/log{n}", "--json", env=env) for n in (1, 2)]
    for process in both:
        text, error = process.communicate(timeout=500)
        got = json.loads(text or "{}").get("libraries", {}).get("jax", {})
        check("two runs at once", got.get("pass") == BUGS // 2 and got.get("fail") == BUGS // 2, text[:600] + error)
    listed = assay_json("bugs", "env", "list", env=env)
    check("one environment", len(listed) == 1, listed)
finish()
