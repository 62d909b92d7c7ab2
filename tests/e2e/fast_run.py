"""assay run: statuses, what was called, checks before running, mistakes on the command line. One small environment, no framework import where possible."""
import json
import os
import subprocess
import sys
import tempfile

BIN, HOME = os.environ["ASSAY_BIN"], os.environ["ASSAY_HOME"]
ENV = "onnxruntime"  # imports nothing before the program: quick to start
if not os.path.exists(f"{HOME}/build/envs/{ENV}/bin/python"):
    print(f"no environment {ENV}")
    sys.exit(77)
failures = 0


def assay(*args, **variables):
    return subprocess.run([BIN, *args], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=120, cwd=HOME,
                          env=dict(os.environ, **variables))


def check(what, holds, detail=""):
    global failures
    if not holds:
        failures += 1
        print(f"FAIL {what}: {str(detail)[:800]}")


# numpy counts as a tool and json as the standard library: what is called of them is not listed. packaging stands for a framework here.
PROGRAMS = {
    "valid": "import packaging.version as v\nprint(v.parse('1.0'))\n",
    "exception": "import packaging.version as v\nx = v.Version('1.0')\nraise ValueError('text')\n",
    "crash": "import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)\n",
    "hangs": "while True: pass\n",
    "notarget": "import packaging.version as v\nv.Version('1.0')\n",
    "flaky": "import os\nfrom packaging.version import parse\nparse('1')\nassert os.urandom(1)[0] % 2\n",
    "invalid": "print(undefined_name)\n",
    "syntax": "def f(:\n    pass\n",
    "module": "import module_that_nobody_has\n",
}
WANTED = {"valid": "valid", "exception": "exception", "crash": "crash", "hangs": "hangs", "notarget": "notarget", "flaky": "flaky",
          "invalid": "exception", "syntax": "exception", "module": "exception"}
with tempfile.TemporaryDirectory() as folder:
    for name, text in PROGRAMS.items():
        with open(f"{folder}/{name}.py", "w") as f:
            f.write(text)
    r = assay("run", folder, "--env", ENV, "--target-api", "packaging.version.parse", "--repeat", "8", "--timeout", "1s", "--jobs", "2", "--json")
    results = {os.path.basename(x["program"])[:-3]: x for x in json.loads(r.stdout or "[]")}
    check("not all are valid", r.returncode == 1, r.stderr)
    for name, wanted in WANTED.items():
        check(f"status of {name}", results.get(name, {}).get("status") == wanted, results.get(name))
    x = results.get("valid", {})
    check("what was called", x.get("apis_called") == ["packaging.version.parse"] and x.get("target_called"), x)
    check("what it printed", x.get("stdout") == "1.0\n" and x.get("exit_code") == 0 and x.get("signal") is None, x)
    x = results.get("exception", {})
    check("exception, message and line", (x.get("exception"), x.get("message"), x.get("line")) == ("ValueError", "text", 3), x)
    check("frames of ours are left out", "program_run" not in x.get("stderr", "program_run") and "exception.py" in x["stderr"], x)
    check("classes count as calls", x.get("apis_called") == ["packaging.version.Version"], x)
    check("a signal", results["crash"].get("signal") == 11 and results["crash"].get("exit_code") is None, results["crash"])
    check("a limit", results["hangs"].get("limit") == "wall", results["hangs"])
    for name in ("invalid", "syntax", "module"):
        check(f"{name} is no valid Python here", results[name].get("valid_python") is False, results[name])
        check(f"{name} is seen before", results[name].get("lint"), results[name])
    check("valid code has no messages", not results["valid"]["lint"] and results["valid"]["valid_python"], results["valid"])

    r = assay("run", f"{folder}/valid.py", "--env", ENV)
    check("one program for people", r.returncode == 0 and "valid" in r.stdout and "packaging.version.parse" in r.stdout, r.stdout + r.stderr)
    r = assay("run", "--check", folder, "--env", ENV)
    check("checks alone", r.returncode == 1 and "E0602" in r.stdout and "E0001" in r.stdout and "E0401" in r.stdout, r.stdout + r.stderr)
    r = assay("run", f"{folder}/valid.py", "--env", "nowhere")
    check("an unknown environment", r.returncode == 2 and ENV in r.stderr, r.stderr)
    r = assay("run", f"{folder}/absent.py", "--env", ENV)
    check("a missing file", r.returncode == 2 and "absent.py" in r.stderr, r.stderr)
    r = assay("run", f"{folder}/valid.py", "--env", ENV, "--timeout", "soon")
    check("a bad duration", r.returncode == 2 and "--timeout" in r.stderr, r.stderr)
    r = assay("run", f"{folder}/valid.py", "--env", ENV, ASSAY_SANDBOX="none")
    check("no sandbox, no run", r.returncode == 2 and "--unsafe" in r.stderr, r.stdout + r.stderr)
    r = assay("run", f"{folder}/valid.py", "--env", ENV, "--unsafe", "--json", ASSAY_SANDBOX="none")
    check("unless told so", r.returncode == 0 and json.loads(r.stdout)["sandbox"] == "none", r.stdout + r.stderr)
    for strength in ("namespaces", "landlock"):
        r = assay("run", f"{folder}/valid.py", "--env", ENV, "--json", ASSAY_SANDBOX=strength)
        check(f"{strength} works too", r.returncode == 0 and json.loads(r.stdout)["sandbox"] == strength, r.stdout + r.stderr)
    r = assay("run")
    check("a program must be named", r.returncode == 2 and "PROGRAM.py" in r.stderr, r.stderr)
print(f"{failures} failures")
sys.exit(1 if failures else 0)
