"""assay bugs run-tests, killed at several moments and resumed; two runs at once on one cache."""
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "samples"))
from bug_samples import add_bug, make_index, variables  # noqa: E402

BIN, HOME = os.environ["ASSAY_BIN"], os.environ["ASSAY_HOME"]
BUGS = 8
failures = 0


def check(what, holds, detail=""):
    global failures
    if not holds:
        failures += 1
        print(f"FAIL {what}: {str(detail)[:1500]}")


def lines_of(path):
    return open(path).read().splitlines() if os.path.exists(path) else []


def wait_until(holds, process):
    while not holds() and process.poll() is None:
        time.sleep(0.01)


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
    words = [BIN, "bugs", "run-tests", "--db", db, "--log-directory", log, "--jobs", "2"]

    def start(*more):
        return subprocess.Popen([*words, *more], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, cwd=HOME, env=env)

    # The first moment is while the environment is made, the others behind so many bugs.
    process = start()
    wait_until(lambda: os.path.isdir(envs) and any(os.path.isdir(f"{envs}/{name}") for name in os.listdir(envs)), process)
    process.send_signal(signal.SIGKILL)
    error = process.communicate()[1]
    if "cannot make environments" in error or "no sandbox works" in error:
        print(error.strip())
        sys.exit(77)
    check("killed while an environment is made", process.returncode == -9, (process.returncode, error))
    done_before = 0
    for wanted in (1, 3, 6):
        process = start("--resume")
        wait_until(lambda: len(lines_of(journal)) >= wanted, process)
        other = subprocess.run([*words, "--resume"], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=300, cwd=HOME, env=env)
        if process.poll() is None and other.returncode != 0:
            check("only one run writes a folder", other.returncode == 2 and "another run writes" in other.stderr, other.stderr)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        ids = [json.loads(line)["id"] for line in lines_of(journal)]
        check("nothing is done twice", len(ids) == len(set(ids)) and len(ids) >= max(wanted, done_before), ids)
        done_before = len(ids)
    r = subprocess.run([*words, "--resume", "--json"], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=500, cwd=HOME, env=env)
    out = json.loads(r.stdout or "{}")
    check("all is there in the end", out.get("libraries", {}).get("jax") == {"total": BUGS, "pass": BUGS // 2, "fail": BUGS // 2, "vio-pre": 0}, r.stdout[:600] + r.stderr)
    ids = [json.loads(line)["id"] for line in lines_of(journal)]
    check("each once", sorted(ids, key=int) == [str(n) for n in range(1, BUGS + 1)], ids)
    check("each has its log", all(os.path.exists(f"{log}/jax/issue_{n}.log") for n in range(1, BUGS + 1)))

    # Two runs that begin together make one environment.
    subprocess.run([BIN, "bugs", "env", "gc", "--all"], stdout=subprocess.DEVNULL, check=True, timeout=300, cwd=HOME, env=env)
    both = [subprocess.Popen([BIN, "bugs", "run-tests", "--db", db, "--log-directory", f"{d}/log{n}", "--json"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, text=True, cwd=HOME, env=env) for n in (1, 2)]
    for process in both:
        text, error = process.communicate(timeout=500)
        got = json.loads(text or "{}").get("libraries", {}).get("jax", {})
        check("two runs at once", got.get("pass") == BUGS // 2 and got.get("fail") == BUGS // 2, text[:600] + error)
    listed = subprocess.run([BIN, "bugs", "env", "list", "--json"], capture_output=True, text=True, timeout=300, cwd=HOME, env=env)
    check("one environment", len(json.loads(listed.stdout)) == 1, listed.stdout)

sys.exit(1 if failures else 0)
