"""The unbroken planted worker passes every official node test: what a planted fault shows is the fault's own."""
import json
import os
import subprocess
import sys

HOME = os.environ["ASSAY_HOME"]
BACKENDS = os.path.join(HOME, "tests", "faults", "backends")
TESTS = 1700  # of the installed release, give or take

if not os.path.exists(os.path.join(HOME, "build", "envs", "onnx-conformance")):
    print("the environment onnx-conformance, which holds the node tests, is missing")
    sys.exit(77)
done = subprocess.run([os.environ["ASSAY_BIN"], "conform", "--target", "planted", "--backend-dir", BACKENDS, "--json"],
                      capture_output=True, text=True)
report = json.loads(done.stdout)
print(f"{report['passed']} of {report['total']} node tests pass")
for test in report["failed"]:
    print("FAIL", test)
sys.exit(0 if not report["failed"] and report["passed"] >= TESTS else 1)
