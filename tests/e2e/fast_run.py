"""assay run: statuses, what was called, checks before running, mistakes on the command line. One small environment, no framework import where possible."""
import json
import os
import shutil
import subprocess
import tempfile

import _assay
from _assay import BIN, HOME, check, finish, need_environment, python_of

ENV = "onnxruntime"  # imports nothing before the program: quick to start
need_environment(ENV)


def assay(*words, **variables):
    return _assay.assay(*words, env=dict(os.environ, **variables))


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
    r = assay("run", folder, "--env", ENV, "--target-api", "packaging.version.parse", "--repeat", "8", "--timeout", "4s", "--jobs", "2", "--json")
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
    # What Python takes, and how it ends, must not change by being watched.
    ODD = {
        "alarm": (b"import signal, time\nsignal.setitimer(signal.ITIMER_REAL, 0.05)\ntime.sleep(9)\n", "exception"),
        "byte_order_mark": (b"\xef\xbb\xbfprint('ok')\n", "valid"),
        "closed_stream": (b"import sys\nsys.stdout.close()\n", "valid"),
        "deep": (b"x = " + b"+".join([b"1"] * 900) + b"\nif x == 0: pass\n" + b"".join(b"elif x == -%d: pass\n" % k for k in range(600)), "valid"),
        "exit_codes": (b"import os\nos._exit(1 + os.urandom(1)[0] % 200)\n", "flaky"),
        "full_files": (b"import mmap\nf = open('/dev/shm/x', 'w+b')\nf.truncate(200 << 20)\nm = mmap.mmap(f.fileno(), 200 << 20)\n"
                       b"for i in range(0, 200 << 20, 4096): m[i] = 1\n", "exception"),
        "latin": (b"# -*- coding: latin-1 -*-\nassert ord('\xe9') == 233\n", "valid"),
        "no_latin": (b"s = '\xe9'\n", "exception"),
        "no_main": (b"import sys\ndel sys.modules['__main__']\n", "valid"),
        "no_stream": (b"import sys\nsys.stdout = None\n", "valid"),
        "user_signal": (b"import os, signal\nos.kill(os.getpid(), signal.SIGUSR1)\n", "exception"),
    }
    os.mkdir(f"{folder}/odd")
    for name, (data, _) in ODD.items():
        with open(f"{folder}/odd/{name}.py", "wb") as f:
            f.write(data)
    r = assay("run", f"{folder}/odd", "--env", ENV, "--repeat", "3", "--timeout", "5s", "--jobs", "2", "--json")
    results = {os.path.basename(x["program"])[:-3]: x for x in json.loads(r.stdout or "[]")}
    for name, (_, wanted) in ODD.items():
        check(f"status of {name}", results.get(name, {}).get("status") == wanted, results.get(name))
    check("full files are a limit", results["full_files"].get("limit") == "files", results["full_files"])
    check("broken bytes are no valid Python", results["no_latin"].get("valid_python") is False, results["no_latin"])

    for name, data in (("empty", b" \n"), ("binary", b"x = 1\0"), ("large", b"#" * (2 << 20))):
        with open(f"{folder}/{name}.py", "wb") as f:
            f.write(data)
        r = assay("run", f"{folder}/{name}.py", "--env", ENV)
        check(f"{name} is no program", r.returncode == 2 and f"{name}.py" in r.stderr, r.stderr)
    r = assay("run", folder, "--env", ENV, "--check", "--json")
    check("but the others of a folder go on", sum("error" in x for x in json.loads(r.stdout)) == 3 and r.returncode == 1, r.stdout)
    for flag, value in (("--timeout", "inf"), ("--memory", "99999999999"), ("--repeat", "0"), ("--jobs", "0")):
        r = assay("run", f"{folder}/valid.py", "--env", ENV, flag, value)
        check(f"{flag} {value}", r.returncode == 2 and flag in r.stderr, r.stderr)

    # Programs come back in the order in which they were named, whatever their environments.
    for name in ("tensorflow", "onnxruntime"):
        with open(f"{folder}/{name}.py", "w") as f:
            f.write(f"import {name}\n")
    r = assay("run", f"{folder}/onnxruntime.py", f"{folder}/exception.py", f"{folder}/onnxruntime.py", "--check", "--json", "--env", ENV)
    check("order", [os.path.basename(x["program"]) for x in json.loads(r.stdout)] == ["onnxruntime.py", "exception.py", "onnxruntime.py"], r.stdout)
    r = _assay.assay("run", "-", "--env", ENV, stdin=None, input="print('from', 'outside')")
    check("standard input", r.returncode == 0 and r.stdout.startswith("from outside\nvalid"), r.stdout + r.stderr)

    # What an untrusted program says must not steer the terminal. `script` gives the command one.
    with open(f"{folder}/escape.py", "w") as f:
        f.write("print('\\x1b]0;title\\x07')\nraise ValueError('\\x1b[2J')\n")
    if shutil.which("script"):
        r = subprocess.run(["script", "-qec", f"{BIN} run {folder}/escape.py --env {ENV}", "/dev/null"], capture_output=True, text=True, timeout=60, cwd=HOME,
                           stdin=subprocess.DEVNULL)
        check("terminals", "\\x1b]0;title\\x07" in r.stdout and "\x1b]0" not in r.stdout and "\x1b[2J" not in r.stdout, ascii(r.stdout))

    # A program's environment may lie under /tmp, which every program has anew.
    small = f"{folder}/small"
    python = os.path.realpath(python_of(ENV))
    subprocess.run([python, "-m", "venv", "--without-pip", small], check=True)
    if os.path.realpath(small).startswith("/tmp/"):
        for name in ("one", "two"):
            with open(f"{folder}/{name}.py", "w") as f:
                f.write("import os, sys\nassert not os.path.exists('/tmp/left')\nopen('/tmp/left', 'w')\nassert not os.access(sys.prefix, os.W_OK)\n")
        r = assay("run", f"{folder}/one.py", f"{folder}/two.py", "--env", small, "--json")
        check("an environment under /tmp", [x.get("status") for x in json.loads(r.stdout or "[]")] == ["valid", "valid"], r.stdout + r.stderr)

    with open(f"{folder}/model.py", "w") as f:
        f.write("import torch\nfrom torch import nn\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
                "        self.fc = nn.Linear(2, 3\n    def forward(self, x):\n        return torch.relu(x)\nx = torch.ones(1, 2)\n"
                "@torch.compile(backend='eager')\ndef f(y): return torch.sin(y)\nf(x)\n")
    r = assay("run", f"{folder}/model.py", "--explain", "--json")
    x = json.loads(r.stdout)
    check("broken code is explained in part", r.returncode == 1 and x["errors"][0]["line"] == 6 and x["complete"], x)
    check("models", [(m["name"], m["kind"]) for m in x["models"]] == [("Net", "class"), ("f", "function")], x["models"])
    check("inputs and optimisers", (x["inputs"][0]["text"], x["optimisers"][0]["technique"]) == ("x = torch.ones(1, 2)", "compile"), x)
    check("calls", "torch.relu" in [c["api"] for c in x["calls"]], x["calls"])
    r = assay("run", f"{folder}/model.py", "--explain")
    check("for people", "torch.compile" in r.stdout and "error" in r.stdout, r.stdout)
    r = assay("run")
    check("a program must be named", r.returncode == 2 and "PROGRAM.py" in r.stderr, r.stderr)
finish()
