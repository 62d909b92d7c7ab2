#!/usr/bin/env python3
"""Prints `NAME PASSED FAILED` for one ctest run, counting single test cases where a test executable reported them.

  scripts/count-tests.py NAME JUNIT_FILE RESULTS_FOLDER

JUNIT_FILE is ctest's own report; RESULTS_FOLDER holds the JSON files that the GoogleTest executables wrote. An executable that
died before it could write one counts as one failure. Skipped tests are named on standard error, with the reason.
"""
import json
import pathlib
import sys
import xml.etree.ElementTree as ElementTree

name, junit, results = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
passed = failed = 0
cases = ElementTree.parse(junit).getroot().iter("testcase") if junit.exists() else []
for case in cases:
    test, status = case.get("name"), case.get("status")
    report = results / f"{test}.json"
    if status != "run" and status != "fail":
        why = case.find("skipped")
        message = why.get("message", "") if why is not None else status
        # Only a test that asked for it is skipped; one whose executable is missing has failed.
        if message.startswith("SKIP_") or status == "disabled":
            output = (case.findtext("system-out") or "").strip().splitlines()
            print(f"skipped {test}: {output[-1] if output else 'no reason given'}", file=sys.stderr)
        else:
            print(f"failed {test}: {message}", file=sys.stderr)
            failed += 1
    elif report.exists():
        data = json.loads(report.read_text())
        bad = data["failures"] + data.get("errors", 0)
        skipped = sum(one.get("result") == "SKIPPED" for suite in data["testsuites"] for one in suite["testsuite"])
        passed += data["tests"] - bad - data.get("disabled", 0) - skipped
        # An executable may fail after its last case, for example on a leak.
        failed += max(bad, int(status != "run"))
        if skipped:
            print(f"skipped {skipped} cases of {test}", file=sys.stderr)
    else:
        passed += status == "run"
        failed += status != "run"
print(name, passed, failed)
