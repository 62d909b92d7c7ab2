"""Ten thousand requests to workers that abort, hang, lie, flood and litter: nothing may be left behind, nobody confused."""
import json
import os
import subprocess
import sys

LOOP = os.environ["ASSAY_HOSTILE_LOOP"]
CASES = os.environ.get("ASSAY_HOSTILE_CASES", "10000")

if not os.path.exists(LOOP):
    print("the hostile loop has not been built")
    sys.exit(77)
r = subprocess.run([LOOP, CASES], capture_output=True, text=True, timeout=580)
print(r.stderr[-3000:])
print(r.stdout)
out = json.loads(r.stdout or "{}")
wanted = {"cases": int(CASES), "surprises": 0, "descriptors": 0, "children": 0, "orphans": 0, "folders": 0}
wrong = {key: (out.get(key), value) for key, value in wanted.items() if out.get(key) != value}
if wrong:
    print("FAIL (got, wanted):", wrong)
sys.exit(1 if wrong or r.returncode else 0)
