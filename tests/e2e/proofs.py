"""The proofs of docs/certified-reference.md at full size: thousands of random graphs per type and tier against the adversary."""
import os
import re
import subprocess
import sys

PROGRAM = os.path.join(os.path.dirname(os.environ["ASSAY_BIN"]), "tests", "unit", "reference", "unit_reference")
if not os.path.exists(PROGRAM):
    print(f"skipped: {PROGRAM} is not built")
    sys.exit(77)
r = subprocess.run([PROGRAM], env=dict(os.environ, ASSAY_PROOF_SCALE="20"), capture_output=True, text=True, timeout=550)
for line in r.stdout.splitlines():
    if re.search(r"graphs,|median|planted| gives '|FAILED", line):
        print(line[:200])
graphs = sum(int(n) for n in re.findall(r"(\d+) graphs,", r.stdout))
executions = sum(int(n) for n in re.findall(r"(\d+) executions", r.stdout))
print(f"{graphs} graphs, {executions} adversarial executions, exit code {r.returncode}")
sys.exit(0 if r.returncode == 0 and graphs > 50000 else 1)
