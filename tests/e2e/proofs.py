"""The proofs of docs/reference/certified-reference.md at full size: thousands of random graphs per type and tier against the adversary."""
import os
import re
import subprocess

from _assay import BIN, check, finish, skip

PROGRAM = os.path.join(os.path.dirname(BIN), "tests", "unit", "reference", "unit_reference")
if not os.path.exists(PROGRAM):
    skip(f"{PROGRAM} is not built")
r = subprocess.run([PROGRAM], env=dict(os.environ, ASSAY_PROOF_SCALE="20"), capture_output=True, text=True, timeout=1700)
for line in r.stdout.splitlines():
    if re.search(r"graphs,|median|planted| gives '|FAILED", line):
        print(line[:200])
graphs = sum(int(n) for n in re.findall(r"(\d+) graphs,", r.stdout))
executions = sum(int(n) for n in re.findall(r"(\d+) executions", r.stdout))
print(f"{graphs} graphs, {executions} adversarial executions, exit code {r.returncode}")
check("all proofs hold", r.returncode == 0, r.stdout[-3000:] + r.stderr[-1000:])
check("at full size", graphs > 50000, graphs)
finish()
