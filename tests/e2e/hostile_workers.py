"""Ten thousand requests to workers that abort, hang, lie, flood and litter: nothing may be left behind, nobody confused."""
import json
import os
import subprocess

from _assay import check, finish, skip

LOOP = os.environ["ASSAY_HOSTILE_LOOP"]
CASES = os.environ.get("ASSAY_HOSTILE_CASES", "10000")

if not os.path.exists(LOOP):
    skip("the hostile loop has not been built")
r = subprocess.run([LOOP, CASES], capture_output=True, text=True, timeout=1700)
print(r.stderr[-3000:])
print(r.stdout)
out = json.loads(r.stdout or "{}")
wanted = {"cases": int(CASES), "surprises": 0, "descriptors": 0, "children": 0, "orphans": 0, "folders": 0}
for key, value in wanted.items():
    check(f"{value} {key}", out.get(key) == value, out.get(key))
check("it ends well", r.returncode == 0, r.returncode)
finish()
