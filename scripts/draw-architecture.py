#!/usr/bin/env python3
"""Writes docs/contributing/architecture.md from the real folders of src/ and their CMakeLists.txt.

  scripts/draw-architecture.py           write the page
  scripts/draw-architecture.py --check   fail when the page on disk is out of date
"""
import re
import sys

import layers

PAGE = layers.ROOT / "docs" / "contributing" / "architecture.md"


def describe(folder: str) -> str:
    """Returns the folder's own words about itself: the first line of text in its README.md, else the comment above the call
    in its CMakeLists.txt, else the first comment line of its main header (named like the folder, or the first one)."""
    path = layers.SRC / folder
    readme = path / "README.md"
    if readme.exists():
        for line in readme.read_text().splitlines():
            if line.strip() and not line.startswith("#"):
                return line.strip()
    comment = re.match(r"#+\s*(.+)", (path / "CMakeLists.txt").read_text())
    if comment:
        return comment[1].strip()
    for header in [path / f"{folder}.h", path / f"{folder.removesuffix('s')}.h", *sorted(path.glob("*.h"))]:
        if header.exists():
            first = re.match(r"\s*//+\s*(.+)", header.read_text())
            if first:
                return first[1].strip()
    return ""


def order(graph: dict[str, list[str]]) -> list[str]:
    """Folders sorted so that each comes after all it depends on."""
    done: list[str] = []
    for folder in sorted(graph, key=lambda name: (len(layers.closure(graph, name)), name)):
        done.append(folder)
    return done


def draw(graph: dict[str, list[str]]) -> str:
    folders = order(graph)
    lines = ["# Architecture", "",
             "Drawn by `scripts/draw-architecture.py` from `src/*/CMakeLists.txt`; do not edit. An arrow means \"may include\", and",
             "`scripts/check-layers.py` fails on any other include. What a folder reaches indirectly it may include too.", "",
             "```mermaid", "graph TD"]
    for folder in folders:
        below = {name for dep in graph[folder] for name in layers.closure(graph, dep) if name != dep}
        # An arrow that others already imply would only clutter the picture.
        lines += [f"  {folder} --> {dep}" for dep in graph[folder] if dep not in below]
        if not graph[folder]:
            lines.append(f"  {folder}")
    lines += ["```", "", "| Folder | Holds | Declared dependencies |", "| --- | --- | --- |"]
    for folder in folders:
        lines.append(f"| `src/{folder}` | {describe(folder).replace('|', chr(92) + '|')} | {', '.join(graph[folder]) or '–'} |")
    return "\n".join(lines) + "\n"


def main() -> int:
    text = draw(layers.read_layers())
    if "--check" in sys.argv[1:]:
        if not PAGE.exists() or PAGE.read_text() != text:
            print("docs/contributing/architecture.md is out of date: run scripts/draw-architecture.py")
            return 1
        return 0
    PAGE.parent.mkdir(parents=True, exist_ok=True)
    PAGE.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
