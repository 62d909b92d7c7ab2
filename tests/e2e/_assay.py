"""What every end-to-end test shares: the program, checks that are counted, reasons not to run, the end.

A test calls `check` for each thing that must hold and ends with `finish()`. One that stops before that, or that has checked nothing, fails.
"""
import atexit
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time

BIN, HOME = os.environ["ASSAY_BIN"], os.environ["ASSAY_HOME"]
BACKENDS = f"{HOME}/tests/faults/backends"  # of the planted worker
PLANTED_WORKER = os.path.join(os.path.dirname(BIN), "workers", "planted-worker")
SKIPPED = 77  # as tests/CMakeLists.txt tells ctest
MOST_DETAIL = 4000  # characters
HANG_SECONDS = 600  # only ends what hangs: no test depends on how fast the machine is
failures = []
checks = 0
ended = False


def check(what, holds, detail=""):
    """Counts what must hold; prints it when it does not. Returns `holds`."""
    global checks
    checks += 1
    if not holds:
        failures.append(what)
        print(f"FAIL {what}: {str(detail)[:MOST_DETAIL]}", flush=True)
    return holds


def leave(code, line):
    global ended
    ended = True
    print(line, flush=True)
    sys.exit(code)


def finish():
    """The last line of a test, and its exit code."""
    if checks == 0:
        leave(1, "FAIL: nothing was checked")
    leave(1 if failures else 0, f"{checks} checks, {len(failures)} failures")


def skip(reason):
    """Ends a test that cannot run here; what has failed until then counts."""
    leave(1 if failures else SKIPPED, reason)


@atexit.register
def no_end():
    """An exception, or a way through the test that forgets `finish`: no success, whatever Python's exit code would be."""
    if not ended:
        print(f"FAIL: the test did not finish: {checks} checks, {len(failures)} failures", flush=True)
        sys.stderr.flush()
        os._exit(1)


def python_of(environment):
    return f"{HOME}/build/envs/{environment}/bin/python"


def has_environment(name):
    return os.path.exists(python_of(name))


def need_environment(*names):
    for name in names:
        if not has_environment(name):
            skip(f"there is no environment {name}; scripts/setup makes it")


def need_planted_worker():
    if not os.path.exists(PLANTED_WORKER):
        skip("the planted worker is not built here")


def need_target(name):
    if not any(target["name"] == name and target["ready"] for target in assay_json("targets")):
        skip(f"the target {name} is not ready here")


def assay(*words, timeout=HANG_SECONDS, env=None, cwd=HOME, stdin=subprocess.DEVNULL, **more):
    """Runs the program, in the repository. `env`: all variables that it sees; `more`: what subprocess.run takes."""
    return subprocess.run([BIN, *words], **{"capture_output": True, "text": True, "timeout": timeout, "env": env, "cwd": cwd, "stdin": stdin, **more})


def start_assay(*words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=HOME, **more):
    """The same, not waited for."""
    return subprocess.Popen([BIN, *words], stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr, text=True, cwd=cwd, **more)


def parsed(run):
    """What it printed, which must be JSON; {} when it is not."""
    try:
        return json.loads(run.stdout)
    except ValueError:
        check(f"JSON of {run.args[1:]}", False, (run.returncode, run.stdout[:1500], run.stderr[:1500]))
        return {}


def assay_json(*words, **more):
    return parsed(assay(*words, "--json", **more))


def without_models(**more):
    """The variables of this process, less those that name a language model, and `more`."""
    return {**{key: value for key, value in os.environ.items() if not key.startswith(("OPENAI_", "ASSAY_LLM"))}, **more}


def scratch(prefix="assay-"):
    """A new folder, which goes with the test."""
    folder = tempfile.mkdtemp(prefix=prefix)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def wait_until(holds, seconds, every=0.5):
    """Whether it came to hold in that time."""
    last = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > last:
            return False
        time.sleep(every)
    return True


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]
