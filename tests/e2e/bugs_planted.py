"""assay bugs run-tool on a planted fault: found on the broken worker, and gone on the unbroken one."""
import json
import os
import subprocess
import sys
import tempfile

BIN = os.environ["ASSAY_BIN"]

with tempfile.TemporaryDirectory() as d:
    # It ends with the first finding, long before its time is over.
    done = subprocess.run([BIN, "bugs", "run-tool", "-c", "fuzz", "-l", "planted", "-i", "conv-activation-drops-bias", "--time", "10m", "--folder",
                           f"{d}/work", "--board", f"{d}/board.json", "--json"], capture_output=True, text=True)
    bug = json.loads(done.stdout)["bugs"][0] if done.returncode == 0 else {}
    good = bug.get("score") == "found" and bug.get("finding", "") != ""
    print("ok  " if good else "FAIL", "a planted fault", bug, "" if good else done.stderr)
    other = subprocess.run([BIN, "bugs", "run-tool", "-c", "judge", "-l", "planted", "-i", "conv-activation-drops-bias", "--folder", f"{d}/work",
                            "--board", f"{d}/board.json", "--json"], capture_output=True, text=True)
    kept = other.returncode == 0 and json.loads(other.stdout)["bugs"][0]["score"] == "not supported"
    print("ok  " if kept else "FAIL", "a tool that cannot run it", other.stderr)
    sys.exit(0 if good and kept else 1)
