"""assay bugs on a small disk: little packages fit, a large one does not, and what is said of it tells what to do."""
import json
import os
import subprocess
import tempfile

from _assay import assay, check, finish
from _bug_samples import add_bug, make_index, need_environments, publish, variables
from _small_disk import enter_namespace, small_disk

MEGABYTE = 1 << 20


def run_test(folder, bug):
    r = assay("bugs", "run-test", "-l", "samplelib", "-i", str(bug), "--db", f"{folder}/db", "--json", env=variables(folder))
    need_environments(r.stderr)
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
finish()
