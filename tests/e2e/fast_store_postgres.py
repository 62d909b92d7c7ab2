"""The tests of the store once more, on a real PostgreSQL: the same ones, apart from those of SQLite's own schema."""
import os
import re
import subprocess

from _assay import BIN, HANG_SECONDS, check, finish
from _scale import a_database

with a_database() as (_, database):
    r = subprocess.run([f"{os.path.dirname(BIN)}/tests/unit_store", "--gtest_brief=1"], env={**database.environment, "ASSAY_TEST_PG": database.address},
                       capture_output=True, text=True, timeout=HANG_SECONDS)
    passed = re.search(r"\[  PASSED  \] (\d+)", r.stdout)
    check("all pass", r.returncode == 0 and passed and int(passed[1]) > 30, r.stdout[-3000:] + r.stderr[-1000:])
finish()
