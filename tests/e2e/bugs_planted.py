"""assay bugs run-tool on a planted fault: found on the broken worker, and gone on the unbroken one."""
import json
import tempfile

from _assay import assay, check, finish

with tempfile.TemporaryDirectory() as d:
    # It ends with the first finding, long before its time is over.
    done = assay("bugs", "run-tool", "-c", "fuzz", "-l", "planted", "-i", "conv-activation-drops-bias", "--time", "10m", "--folder", f"{d}/work", "--board",
                 f"{d}/board.json", "--json", timeout=1700)
    bug = json.loads(done.stdout)["bugs"][0] if done.returncode == 0 else {}
    check("a planted fault", bug.get("score") == "found" and bug.get("finding", "") != "", (bug, done.stderr))
    other = assay("bugs", "run-tool", "-c", "judge", "-l", "planted", "-i", "conv-activation-drops-bias", "--folder", f"{d}/work", "--board",
                  f"{d}/board.json", "--json")
    check("a tool that cannot run it", other.returncode == 0 and json.loads(other.stdout)["bugs"][0]["score"] == "not supported", other.stderr)
finish()
