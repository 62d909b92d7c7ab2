#!/usr/bin/env python3
"""Prints what took longest: scripts/slowest.py COUNT DURATIONS JUNIT...

DURATIONS holds lines `what it was SECONDS`; each JUNIT is a report of ctest. A test that took longer than the limit of fast tests
(tests/CMakeLists.txt) and is none of the known slow ones is marked: tests/times.txt wants to know.
"""
import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent
count, durations, reports = int(sys.argv[1]), pathlib.Path(sys.argv[2]), map(pathlib.Path, sys.argv[3:])
limit = float(re.search(r"set\(fast_seconds (\d+)\)", (ROOT / "tests/CMakeLists.txt").read_text())[1])
known = dict(line.split() for line in (ROOT / "tests/times.txt").read_text().splitlines() if line and not line.startswith("#"))
rows = []
for line in durations.read_text().splitlines():
    what, seconds = line.rsplit(" ", 1)
    rows.append((float(seconds), what, ""))
for report in reports:
    if not report.exists():
        continue
    build = report.parent.name
    for case in ElementTree.parse(report).getroot().iter("testcase"):
        seconds, name = float(case.get("time", 0)), case.get("name")
        fast = float(known.get(name, 0)) <= limit
        rows.append((seconds, name if build == "release" else f"{name} ({build})",
                     "counts as fast: scripts/keep-times" if fast and seconds > 2 * limit and build == "release" else ""))
for seconds, what, remark in sorted(rows, reverse=True)[:count]:
    print(f"{seconds:7.0f} s  {what}{'   ' + remark if remark else ''}")
