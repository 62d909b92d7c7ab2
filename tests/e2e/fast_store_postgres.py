"""The tests of the store once more, on a real PostgreSQL: the same ones, apart from those of SQLite's own schema."""
import os
import re
import subprocess
import sys
import tempfile

HOME, BUILD = os.environ["ASSAY_HOME"], os.path.dirname(os.environ["ASSAY_BIN"])
failures = 0


def check(what, ok, detail=""):
    global failures
    if not ok:
        failures += 1
        print(f"FAIL {what}: {detail}")


with tempfile.TemporaryDirectory() as folder:
    environment = {**os.environ, "ASSAY_PG_FOLDER": f"{folder}/pg"}
    started = subprocess.run([f"{HOME}/scripts/pg-for-tests", "start"], env=environment, capture_output=True, text=True)
    check("a PostgreSQL for tests", started.returncode == 0, started.stderr)
    try:
        address = started.stdout.strip().splitlines()[-1]
        r = subprocess.run([f"{BUILD}/tests/unit_store", "--gtest_brief=1"], env={**environment, "ASSAY_TEST_PG": address}, capture_output=True,
                           text=True, timeout=250)
        passed = re.search(r"\[  PASSED  \] (\d+)", r.stdout)
        check("all pass", r.returncode == 0 and passed and int(passed[1]) > 30, r.stdout[-3000:] + r.stderr[-1000:])
    finally:
        subprocess.run([f"{HOME}/scripts/pg-for-tests", "stop"], env=environment)
print(f"{failures} failures")
sys.exit(1 if failures else 0)
