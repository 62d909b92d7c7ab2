"""The unbroken planted worker passes every official node test: what a planted fault shows is the fault's own."""
from _assay import BACKENDS, assay_json, check, finish, need_environment

TESTS = 1700  # of the installed release, give or take

need_environment("onnx-conformance")  # which holds the node tests
report = assay_json("conform", "--target", "planted", "--backend-dir", BACKENDS)
print(f"{report['passed']} of {report['total']} node tests pass")
check("no node test fails", not report["failed"], report["failed"])
check("all node tests are there", report["passed"] >= TESTS, report["passed"])
finish()
