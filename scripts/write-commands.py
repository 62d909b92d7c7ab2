#!/usr/bin/env python3
"""Writes the list of commands in docs/reference/commands.md from src/cli/commands.def and actions.def.

  scripts/write-commands.py [--check]      (--check: exit code 1 if the page is not up to date)
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "reference" / "commands.md"
BEGIN, END = "<!-- commands: begin -->", "<!-- commands: end -->"
GUIDES = {"doctor": "getting-started", "targets": "getting-started", "check": "check-a-model", "conform": "check-a-model",
          "fuzz": "find-bugs", "mutate": "find-bugs", "zoo": "find-bugs", "campaigns": "many-machines",
          "cluster": "many-machines", "findings": "from-finding-to-report", "reduce": "from-finding-to-report",
          "locate": "from-finding-to-report", "judge": "judge-an-api", "docs": "judge-an-api",
          "help": "getting-started", "optbug": "break-optimisation", "mirror": "mirror-a-bug", "pairs": "mirror-a-bug", "bugs": "known-bugs",
          "issues": "known-bugs", "serve": "dashboard-and-ci", "report": "dashboard-and-ci"}
PLACES = {"study": "../measurements/study.md", "run": "programs.md", "llm": "programs.md#language-models"}
GROUPS = {"llms": "llm"}  # the group's name where it is not the command's


def entries(name, pattern):
    return re.findall(pattern, (ROOT / "src" / "cli" / name).read_text())


def row(words, meaning, place):
    return f"| `{words}` | {meaning.replace('|', chr(92) + '|')} | {place} |"


def lines():
    actions = {}
    for group, name, meaning in entries("actions.def", r'(?m)^ACTION\((\w+),\s*\w+,\s*"([^"]+)",\s*"([^"]+)"\)'):
        actions.setdefault(GROUPS.get(group, group), []).append((name, meaning))
    yield from ("| Command | What it does | Read |", "| --- | --- | --- |")
    for name, meaning in entries("commands.def", r'(?m)^COMMAND\(\w+,\s*"([^"]+)",\s*"([^"]+)"\)'):
        place = PLACES.get(name) or (f"../guide/{GUIDES[name]}.md" if name in GUIDES else "")
        yield row(name, meaning, f"[guide]({place})" if "guide" in place else f"[page]({place})" if place else "")
        yield from (row(f"{name} {action}", text, "") for action, text in actions.get(name, []))


def main():
    old = PAGE.read_text()
    new = old[:old.index(BEGIN)] + "\n".join([BEGIN, *lines(), END]) + old[old.index(END) + len(END):]
    if sys.argv[1:] == ["--check"]:
        return "docs/reference/commands.md is out of date: run scripts/write-commands.py" if new != old else 0
    PAGE.write_text(new)
    return 0


if __name__ == "__main__":
    sys.exit(main())
