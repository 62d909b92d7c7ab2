#!/usr/bin/env python3
"""Fails on any #include in src/<folder> of a folder that is not among its dependencies, direct or indirect.

  scripts/check-layers.py
"""
import re
import sys

import layers

INCLUDE = re.compile(r'^\s*#\s*include\s*["<]((\w+)/[^">]+)[">]', re.M)


def main() -> int:
    graph = layers.read_layers()
    problems = []
    for folder in graph:
        allowed = layers.closure(graph, folder)
        for file in sorted((layers.SRC / folder).rglob("*")):
            if file.suffix not in (".cc", ".h", ".def"):
                continue
            for path, target in INCLUDE.findall(file.read_text()):
                # "onnx/..." may also mean the official library; ours are the files that exist under src/.
                if target not in allowed and (layers.SRC / path).exists():
                    problems.append(f"{file.relative_to(layers.ROOT)}: includes \"{path}\", but src/{folder} does not "
                                    f"depend on src/{target}")
    for folder in sorted(path.name for path in layers.SRC.iterdir() if path.is_dir()):
        if folder not in graph and any((layers.SRC / folder).rglob("*.cc")):
            problems.append(f"src/{folder}: has sources but no CMakeLists.txt")
    print("\n".join(problems) if problems else f"{len(graph)} folders, no include outside the declared dependencies")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
