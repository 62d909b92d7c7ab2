#!/usr/bin/env python3
"""Writes a compile_commands.json that clang-tidy understands from the one of a GCC build.

  scripts/tidy-commands.py FROM_FOLDER TO_FOLDER

Takes out what only GCC and ccache know: the compiler launcher, and the precompiled header, which clang cannot read. In its place
the source header of the precompiled one is included, since the files rely on it being there.
"""
import json
import pathlib
import shlex
import sys

source, target = map(pathlib.Path, sys.argv[1:3])
commands = json.loads((source / "compile_commands.json").read_text())
target.mkdir(parents=True, exist_ok=True)
for entry in commands:
    words = shlex.split(entry.pop("command"))
    start = next(i for i, word in enumerate(words) if pathlib.Path(word).name in ("c++", "g++", "clang++") or
                 pathlib.Path(word).name.startswith(("clang++-", "g++-")))
    words = [word for word in words[start:] if word not in ("-fpch-preprocess", "-Winvalid-pch")]
    for i, word in enumerate(words):
        if word.endswith("/cmake_pch.hxx"):
            # A copy without the compiled form beside it, which clang would try to read.
            copy = target / (pathlib.Path(word).parent.name + ".h")
            if pathlib.Path(word).exists():
                copy.write_text(pathlib.Path(word).read_text().replace("#pragma GCC system_header", ""))
            words[i] = str(copy.resolve())
    entry["arguments"] = words
(target / "compile_commands.json").write_text(json.dumps(commands, indent=1))
