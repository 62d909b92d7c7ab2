#!/usr/bin/env python3
"""Writes the conformance table of docs/targets.md from `assay conform` on every ready target.

  scripts/write-targets.py [TARGET...]      (all ready targets; takes an hour on two cores: traced modes compile every test)

Results of earlier runs are kept in docs/targets.json, so that single targets can be measured again.
"""
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / "docs" / "targets.json"
PAGE = ROOT / "docs" / "targets.md"
BEGIN, END = "<!-- conformance: begin -->", "<!-- conformance: end -->"


def assay(*args):
    program = os.environ.get("ASSAY_BIN", ROOT / "assay")
    return json.loads(subprocess.run([program, *args, "--json"], stdout=subprocess.PIPE, check=False).stdout)


def normal(reason):
    """A reason without its numbers and names, for counting."""
    text = reason.split("\n")[0][:160]
    text = re.sub(r"'[^']*'|\"[^\"]*\"", "…", text)
    return re.sub(r"-?\d+(\.\d+)?(e-?\d+)?", "#", text)


def short(reason):
    """The first line, without the folder of this checkout."""
    return reason.strip().split("\n")[0][:300].replace(str(ROOT) + "/", "")


def measure(target):
    out = assay("conform", "--target", target["name"])
    return {"version": target["version"], "device": target["device"], "total": out["total"], "passed": out["passed"],
            "unsupported": {e["name"]: short(e["reason"]) for e in out["skipped"]},
            "failed": {e["name"]: f"{e['status']}: {short(e['reason'])}" for e in out["failed"]}}


def stored():
    return json.loads(RESULTS.read_text()) if RESULTS.exists() else {}


def table(results):
    lines = ["| Target | Version | Pass | Unsupported | Fail | Share |", "| --- | --- | ---: | ---: | ---: | ---: |"]
    for name, r in sorted(results.items()):
        lines.append(f"| `{name}` | {r['version']} | {r['passed']} | {len(r['unsupported'])} | {len(r['failed'])} | "
                     f"{100 * r['passed'] / r['total']:.1f} % |")
    return lines


def failures(results):
    lines = ["", "### Tests that fail, by target", ""]
    for name, r in sorted(results.items()):
        if not r["failed"]:
            continue
        groups = {}
        for test, reason in r["failed"].items():
            groups.setdefault(normal(reason), []).append(test)
        lines += [f"`{name}`:", ""]
        for reason, tests in sorted(groups.items(), key=lambda item: -len(item[1])):
            shown = ", ".join(t.removeprefix("test_") for t in tests[:4])
            lines.append(f"- {len(tests)} × {reason.replace('|', '¦').replace('<', '‹')} ({shown}{', …' if len(tests) > 4 else ''})")
        lines.append("")
    return lines


def main():
    wanted = sys.argv[1:]
    results = stored()
    for target in assay("targets"):
        if target["ready"] and (target["name"] in wanted if wanted else True):
            print("measuring", target["name"], file=sys.stderr, flush=True)
            measured = measure(target)
            results = stored() | {target["name"]: measured}  # another run may have added to it meanwhile
            RESULTS.write_text(json.dumps(results, indent=1, sort_keys=True) + "\n")
    text = PAGE.read_text()
    head, tail = text[:text.index(BEGIN) + len(BEGIN)], text[text.index(END):]
    PAGE.write_text(head + "\n" + "\n".join(table(results) + failures(results)) + "\n" + tail)


if __name__ == "__main__":
    main()
