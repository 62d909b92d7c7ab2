#!/usr/bin/env python3
"""Writes the conformance table of docs/measurements/conformance.md from `assay conform` on every ready target.

  scripts/write-targets.py [TARGET...]      (all ready targets; takes an hour on two cores: traced modes compile every test)
  scripts/write-targets.py --page           (measures nothing, writes the page again)

Results are kept in data/conformance/targets.json, {target: {machine: result}}: single targets can be measured again, and what was seen on another
kind of machine stays as it is.
"""
import json
import os
import pathlib
import platform
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / "data" / "conformance" / "targets.json"
PAGE = ROOT / "docs" / "measurements" / "conformance.md"
BEGIN, END = "<!-- conformance: begin -->", "<!-- conformance: end -->"


def assay(*args):
    program = os.environ.get("ASSAY_BIN", ROOT / "assay")
    return json.loads(subprocess.run([program, *args, "--json"], stdout=subprocess.PIPE, check=False).stdout)


def short(reason):
    """The first line, without the folder of this checkout."""
    return reason.strip().split("\n")[0][:300].replace(str(ROOT) + "/", "")


def measure(target):
    out = assay("conform", "--target", target["name"])
    absent = [e for e in out["failed"] if e["status"] == "not-ready"]
    if absent:  # says nothing of the framework
        sys.exit(f"{target['name']}: {len(absent)} tests were not run ({short(absent[0]['reason'])}); nothing is written")
    return {"version": target["version"], "device": target["device"], "total": out["total"], "passed": out["passed"],
            "unsupported": {e["name"]: short(e["reason"]) for e in out["skipped"]},
            "failed": {e["name"]: f"{e['status']}: {short(e['reason'])}" for e in out["failed"]}}


def stored():
    return json.loads(RESULTS.read_text()) if RESULTS.exists() else {}


def columns(results):
    """Of all machines, x86_64 first."""
    return sorted({machine for machines in results.values() for machine in machines}, reverse=True)


def table(results):
    machines = columns(results)
    lines = ["| Target | Version | " + " | ".join(f"{m}: pass | unsupported | fail | share" for m in machines) + " |",
             "| --- | --- |" + " ---: | ---: | ---: | ---: |" * len(machines)]
    for name, found in sorted(results.items()):
        versions = sorted({r["version"] for r in found.values()})
        lines.append(f"| `{name}` | {', '.join(versions)} | " + " | ".join(figures(found.get(m)) for m in machines) + " |")
    return lines


def figures(r):
    if r is None:
        return "| | |"
    return f"{r['passed']} | {len(r['unsupported'])} | {len(r['failed'])} | {100 * r['passed'] / r['total']:.1f} %"


def failures(results):
    """One row per target: how its failures look, most frequent first. All of them are in the results' file."""
    lines = ["", "How the failing tests fail, on all machines together; `data/conformance/targets.json` names each with its message:", "",
             "| Target | Failing tests by look |", "| --- | --- |"]
    for name, found in sorted(results.items()):
        seen = {test: look(reason) for r in found.values() for test, reason in r["failed"].items()}
        groups = {}
        for test, kind in sorted(seen.items()):
            groups.setdefault(kind, []).append(test.removeprefix("test_"))
        if groups:
            order = sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))
            lines.append(f"| `{name}` | " + "; ".join(f"{len(tests)} {kind} ({example(tests)})" for kind, tests in order) + " |")
    return lines


def look(reason):
    """In few words: which kind of failure, at which stage."""
    kind, _, rest = reason.partition(": ")
    if kind == "different":
        return "wrong shape or type" if re.search(r"expected \w+\[", rest) else "wrong value"
    stage = rest.partition(":")[0]
    return f"{kind} at {stage}" if stage in ("load", "compile", "run") else kind


def example(tests):
    return "`" + min(tests, key=lambda test: (len(test), test)) + "`" + (", …" if len(tests) > 1 else "")


def main():
    wanted = sys.argv[1:]
    results = stored()
    for target in assay("targets") if wanted != ["--page"] else []:
        if target["ready"] and (target["name"] in wanted if wanted else True):
            print("measuring", target["name"], file=sys.stderr, flush=True)
            measured = measure(target)
            results = stored()  # another run may have added to it meanwhile
            results.setdefault(target["name"], {})[platform.machine()] = measured
            RESULTS.write_text(json.dumps(results, indent=1, sort_keys=True) + "\n")
    text = PAGE.read_text()
    head, tail = text[:text.index(BEGIN) + len(BEGIN)], text[text.index(END):]
    PAGE.write_text(head + "\n" + "\n".join(table(results) + failures(results)) + "\n" + tail)


if __name__ == "__main__":
    main()
