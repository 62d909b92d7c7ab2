#!/usr/bin/env python3
"""Writes the tables of docs/reference/mutators.md from `assay mutate --list --json`.

  scripts/write-mutators.py [--check]      (--check: exit code 1 if the page is not up to date)

ASSAY_BIN names the program (default: ./assay).
"""
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "reference" / "mutators.md"
BEGIN, END = "<!-- mutators: begin -->", "<!-- mutators: end -->"
FAMILIES = {
    "structure": "Structure (the study's LA to ARFp, and LEMON's MLA)",
    "input": "Input (the study's SM and DM)",
    "parameter": "Parameter (the study's PM)",
    "weight": "Weight (the study's WS to NEB)",
    "developer": "What developers do",
    "equivalence": "Equivalences",
}


def mutators():
    program = os.environ.get("ASSAY_BIN", ROOT / "assay")
    return json.loads(subprocess.run([program, "mutate", "--list", "--json"], stdout=subprocess.PIPE, check=True).stdout)


def cell(text):
    return text.replace("|", "\\|").replace("<", "&lt;")


def section(title, entries):
    """One table; the choices that a mutator makes are long and stay in the JSON."""
    lines = [f"## {title}", "", "| Mutator | Promise | What it does |", "| --- | --- | --- |"]
    for m in entries:
        also = f" ({', '.join(m['aliases'])})" if m["aliases"] else ""
        lines.append(f"| `{m['name']}`{also} | {m['promise']} | {cell(m['meaning'])} |")
    return lines + [""]


def page():
    listed = mutators()
    lines = [f"{len(listed)} mutators.", ""]
    for family, title in FAMILIES.items():
        entries = [m for m in listed if m["family"] == family]
        if entries:
            lines += section(title, entries)
    text = PAGE.read_text()
    head, tail = text[:text.index(BEGIN) + len(BEGIN)], text[text.index(END):]
    return head + "\n\n" + "\n".join(lines) + tail


def main():
    new = page()
    if sys.argv[1:] == ["--check"]:
        if new != PAGE.read_text():
            sys.exit("docs/reference/mutators.md is out of date: run scripts/write-mutators.py")
        return
    PAGE.write_text(new)


if __name__ == "__main__":
    main()
