#!/usr/bin/env python3
"""Writes the figures of docs/measurements/conformance.md between its markers: write-conformance.py [--check] (needs a built ./assay)."""
import json
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGE = os.path.join(ROOT, "docs", "measurements", "conformance.md")
BEGIN, END = "<!-- figures: begin -->", "<!-- figures: end -->"


def figures():
    out = subprocess.run([os.environ.get("ASSAY_BIN", os.path.join(ROOT, "assay")), "conform", "--target", "reference", "--json"],
                         capture_output=True, text=True, env=dict(os.environ, ASSAY_HOME=ROOT))
    if out.returncode == 2:
        print("write-conformance: skipped:", out.stderr.strip())
        sys.exit(0)
    report = json.loads(out.stdout)
    share = 100 * report["passed"] / report["total"]
    lines = [f"**{report['passed']:,} of {report['total']:,} node tests pass ({share:.2f} %).**", ""]
    if report["failed"]:
        lines += ["| Failing test | What is seen |", "| --- | --- |"]
        lines += [f"| `{f['name']}` | {f['reason'].replace('|', '/')} |" for f in report["failed"]] + [""]
    lines += ["Stored values that agree within the official tolerance but lie outside the certified bounds:", "",
              "| Test | Elements |", "| --- | --- |"]
    lines += [f"| `{f['name']}` | {f['elements']} |" for f in report["outside_bound"]]
    return "\n".join(lines)


def main():
    with open(PAGE, encoding="utf-8") as f:
        page = f.read()
    head, rest = page.split(BEGIN)
    fresh = head + BEGIN + "\n" + figures() + "\n" + END + rest.split(END)[1]
    if "--check" in sys.argv:
        if fresh != page:
            print("docs/measurements/conformance.md is stale; run scripts/write-conformance.py")
        sys.exit(fresh != page)
    with open(PAGE, "w", encoding="utf-8") as f:
        f.write(fresh)


main()
