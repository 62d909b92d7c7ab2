"""assay bugs: a bug counts only when its test fails on the fixed version; wheels that no index has."""
import json
import os
import tempfile

from _assay import assay, check, finish, parsed
from _bug_samples import add_bug, make_index, need_environments, variables, wheel

with tempfile.TemporaryDirectory() as d:
    d = os.path.realpath(d)
    env = variables(d)
    make_index(d)

    def bugs(*args):
        return assay("bugs", *args, env=env)

    # Both sides of a bug.
    test = "import samplelib\ndef test_f():\n    print('half of 3 is', samplelib.half(3))\n    assert samplelib.half(3) == 1\n"
    sides = f"{d}/sides"
    add_bug(sides, "samplelib", 1, test, "samplelib==1.0\n", bug__toml="fixed_version = '1.1'\nbuggy_message = 'half of 3 is 1\\b'\nfixed_message = 'half of 3 is 1\\.5'\n")
    add_bug(sides, "samplelib", 2, "import samplelib\ndef test_f():\n    assert samplelib.half(4) == 2\n", "samplelib==1.0\n", bug__toml="fixed_version = '1.1'\n")
    r = bugs("run-test", "-l", "samplelib", "-i", "1", "--db", sides, "--json")
    need_environments(r.stderr)
    out = parsed(r)
    check("reproduced on both sides", out.get("outcome") == "reproduced" and "half of 3 is 1.5" in out.get("log", ""), out)
    out = parsed(bugs("run-test", "-l", "samplelib", "-i", "2", "--db", sides, "--json"))
    check("a test that passes on the fixed version proves nothing", out.get("outcome") == "failed" and "passes there too" in out.get("reason", ""), out)
    r = bugs("verify", "--all", "--db", sides, "--write-back", "--json", "--offline")
    out = parsed(r)
    check("verify", r.returncode == 1 and [x["verified"] for x in out] == [True, False], r.stdout[:800] + r.stderr)
    kept = {bug: machines[os.uname().machine] for bug, machines in json.load(open(f"{sides}/verified.json")).items()}
    check("written back", kept["samplelib/1"]["holds"] and "half" in kept["samplelib/1"]["fixed"]["message"] and not kept["samplelib/2"]["holds"], kept)

    # A wheel that is on no index.
    add_bug(sides, "samplelib", 3, "import vanished\ndef test_f():\n    assert vanished.X == 1\n", "vanished @ file:///tmp/vanished-2.0-py3-none-any.whl\n")
    out = parsed(bugs("run-test", "-l", "samplelib", "-i", "3", "--db", sides, "--json"))
    check("a vanished wheel", out.get("outcome") == "unsat prereqs" and "wheels add" in out.get("reason", ""), out)
    name = wheel(d, "vanished", "2.0", {"vanished.py": "X = 1\n"})
    check("wheels add", bugs("wheels", "add", f"{d}/{name}").returncode == 0)
    check("wheels list", [x["file"] for x in parsed(bugs("wheels", "list", "--json"))] == [name])
    out = parsed(bugs("run-test", "-l", "samplelib", "-i", "3", "--db", sides, "--json"))
    check("used from the archive", out.get("outcome") == "reproduced", out)
finish()
