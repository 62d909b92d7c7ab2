"""assay bugs on a small disk: little packages fit, a large one does not, and what is said of it tells what to do."""
import json
import os
import subprocess
import sys
import tempfile

from _small_disk import enter_namespace, small_disk

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "samples"))
from bug_samples import add_bug, make_index, publish, variables  # noqa: E402

BIN, HOME = os.environ["ASSAY_BIN"], os.environ["ASSAY_HOME"]
MEGABYTE = 1 << 20
failures = 0


def check(what, holds, detail=""):
    global failures
    if not holds:
        failures += 1
        print(f"FAIL {what}: {str(detail)[:1500]}")


def run_test(folder, bug):
    r = subprocess.run([BIN, "bugs", "run-test", "-l", "samplelib", "-i", str(bug), "--db", f"{folder}/db", "--json"], capture_output=True,
                       text=True, stdin=subprocess.DEVNULL, timeout=500, cwd=HOME, env=variables(folder))
    if "cannot make environments" in r.stderr or "no sandbox works" in r.stderr:
        print(r.stderr.strip())
        sys.exit(77)
    try:
        return json.loads(r.stdout)
    except ValueError:
        return {"reason": r.stdout + r.stderr}


enter_namespace()
with tempfile.TemporaryDirectory() as d:
    d = os.path.realpath(d)
    make_index(d)
    # What is unpacked is large, the file is not.
    part = "0" * (100 * MEGABYTE)
    publish(d, "largelib", "1.0", {f"largelib/{i}.txt": part for i in range(11)})
    test = "def test_f():\n    assert 1 == 1\n"
    add_bug(f"{d}/db", "samplelib", 1, test, "samplelib==1.0\n")
    add_bug(f"{d}/db", "samplelib", 2, test, "largelib==1.0\n")

    small_disk(f"{d}/cache", 1100)
    out = run_test(d, 1)
    check("little packages fit", out.get("outcome") == "reproduced", out)
    out = run_test(d, 2)
    check("large ones do not", out.get("outcome") == "unsat prereqs" and "do not fit on the disk" in out.get("reason", "")
          and "env gc" in out.get("reason", ""), out)
    left = [name for name in os.listdir(f"{d}/cache/assay/bugs/envs") if os.path.isdir(f"{d}/cache/assay/bugs/envs/{name}")]
    check("nothing is left of what failed", len(left) == 1, left)

    with open(f"{d}/cache/others", "wb") as file:
        file.write(bytes(100 * MEGABYTE))
    out = run_test(d, 2)
    check("too little to try", out.get("outcome") == "unsat prereqs" and "less than 1 GB is free" in out.get("reason", ""), out)
    subprocess.run(["umount", "-l", f"{d}/cache"], check=True)
sys.exit(failures != 0)
