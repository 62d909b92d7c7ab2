"""assay bugs retest on a small database and a library of its own: there, gone, changed, not run, and folders that are broken."""
import os
import subprocess
import sys
import tempfile

from _assay import assay, check, finish, parsed
from _bug_samples import add_bug, need_environments

with tempfile.TemporaryDirectory() as d:
    d = os.path.realpath(d)
    # A library that is installed: an environment without pip takes no second.
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", f"{d}/env"], check=True)
    site = f"{d}/env/lib/python{sys.version_info[0]}.{sys.version_info[1]}/site-packages"
    os.mkdir(f"{site}/samplelib-2.0.dist-info")
    with open(f"{site}/samplelib.py", "w") as file:
        file.write("def half(x):\n    return x // 2\n")
    env = {**os.environ, "ASSAY_ENVIRONMENT_FOLDERS": f"samplelib={d}/env"}
    db, pin = f"{d}/db", "samplelib==1.0\n"

    def test(wrong, right):
        return f"import samplelib\ndef test_f():\n    print(samplelib.half(3))\n    assert samplelib.half(3) == {wrong}\ndef right_f():\n    assert samplelib.half(3) == {right}\n"

    def add(name, text, toml="", requirements=pin):
        add_bug(db, "samplelib", name, text, requirements, bug__toml=toml)

    add("there", test(1, 1.5))
    add("gone", test(2, 1))
    add("changed", test(2, 1.5))
    add("says-other", test(1, 1.5), "buggy_message = 'never said'\n")
    add("pattern", "import samplelib\ndef test_f():\n    print('half is', samplelib.half(3))\n    assert samplelib.half(3) == 2\n", "fixed_message = 'half is 1'\n")
    add("mended", test(1, 1.5), "fixed_version = '1.5'\n")
    add("newer", test(1, 1.5), requirements="samplelib==3.0\n")
    add("elsewhere", test(1, 1.5), f"machine = '{'x86_64' if os.uname().machine == 'aarch64' else 'aarch64'}'\n")
    add("broken", test(1, 1.5), "fixed = 'no such key'\n")
    add("import", "import nothing_of_that_name\ndef test_f():\n    pass\n")
    add("hangs", "def test_f():\n    while True:\n        pass\n")
    add("dies", "import os, signal, subprocess, sys\ndef test_f():\n    code = subprocess.run([sys.executable, '-c', 'import os; os.abort()']).returncode\n    assert code == -signal.SIGABRT\n")

    def retest(*args, limit="5s"):
        return assay("bugs", "retest", "--db", db, "--timeout", limit, *args, env=env)

    r = retest("--json")
    need_environments(r.stderr)
    out = parsed(r)
    ids = {state: [one["id"].split("/")[1] for one in out.get(state, [])] for state in ("there", "gone", "changed", "not_run")}
    check("there", ids["there"] == ["dies", "there"], r.stdout + r.stderr)
    check("gone", ids["gone"] == ["gone", "pattern"], ids)
    check("changed", ids["changed"] == ["changed", "hangs", "says-other"], ids)
    why = {one["id"].split("/")[1]: one["reason"] for one in out.get("not_run", [])}
    check("not run", sorted(why) == ["broken", "elsewhere", "import", "mended", "newer"], ids)
    check("each has its reason", "bug.toml" in why.get("broken", "") and "'fixed'" in why["broken"] and "not for this machine" in why["elsewhere"]
          and "nothing_of_that_name" in why["import"] and "mended in 1.5" in why["mended"] and "stated of 3.0" in why["newer"], why)
    check("the broken one is told, and stops nothing", "issue_broken/bug.toml" in r.stderr, r.stderr)
    check("something gone is exit code 1", r.returncode == 1, r.returncode)
    r = retest("-i", "there", "-l", "samplelib")
    check("all there is exit code 0, and a table", r.returncode == 0 and "1 there, 0 gone, 0 changed, 0 not run" in r.stdout, r.stdout + r.stderr)
    sample = [parsed(retest("--sample", "4", "--seed", "7", "--json")) for _ in range(2)]
    names = [sorted(one["id"] for ones in out.values() for one in ones) for out in sample]
    check("a sample is that of its seed", len(names[0]) == 4 and names[0] == names[1], names)
    for args, limit in ((["--jobs", "0"], "5s"), ([], "0s"), (["-l", "nothing"], "5s"), (["--sample", "x"], "5s")):
        r = retest(*args, limit=limit)
        check(f"bad usage: {' '.join(args)} {limit}", r.returncode == 2 and r.stderr.startswith("assay") and not r.stdout, (r.returncode, r.stderr))

finish()
