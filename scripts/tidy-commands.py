#!/usr/bin/env python3
"""Writes a compile_commands.json that clang-tidy understands from the one of a GCC build.

  scripts/tidy-commands.py FROM_FOLDER TO_FOLDER

clang-tidy looks at files, not at batches of them: every source of a batch (cmake/assay.cmake) gets a command of its own. What only GCC and
ccache know is taken out. In place of a precompiled header, which clang cannot read, the most common headers are included first, since
files rely on the others of their batch, or on that header, for them.
"""
import json
import pathlib
import re
import shlex
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
COMMON = ["algorithm", "array", "cmath", "cstdint", "functional", "limits", "map", "memory", "numeric", "optional", "span", "string",
          "string_view", "utility", "vector", "nlohmann/json.hpp"]
GCC_ONLY = {"-fpch-preprocess", "-Winvalid-pch", "-Wshadow=local", "-Wno-subobject-linkage"}


def words_of(command: str) -> list:
    """The compiler's own words, without launchers before it."""
    words = shlex.split(command)
    start = next(i for i, word in enumerate(words) if re.fullmatch(r"(c|g|clang)\+\+(-\d+)?|cc|gcc", pathlib.Path(word).name))
    words = [word for word in words[start:] if word not in GCC_ONLY]
    if any(word.endswith("/cmake_pch.hxx") for word in words):
        at = next(i for i, word in enumerate(words) if word.endswith("/cmake_pch.hxx"))
        del words[at - 1:at + 1]  # -include FILE
    return words


def sources_of(file: pathlib.Path) -> list:
    """The files that a batch includes; the file itself when it is none."""
    if file.parent.name != "batches":
        return [file]
    names = re.findall(r'^#include "(.+)"$', file.read_text(), re.M)
    return [next(path for path in (ROOT / "src" / name, ROOT / name) if path.exists()) for name in names]


def main():
    source, target = map(pathlib.Path, sys.argv[1:3])
    target.mkdir(parents=True, exist_ok=True)
    common = target.resolve() / "common.h"
    common.write_text("".join(f"#include <{name}>\n" for name in COMMON))
    out = []
    for entry in json.loads((source / "compile_commands.json").read_text()):
        words = words_of(entry["command"])
        for file in sources_of(pathlib.Path(entry["file"])):
            own = [str(file) if word == entry["file"] else word for word in words]
            before = ["-include", str(common)] if file.suffix == ".cc" else []
            if file.is_relative_to(ROOT / "src" / "ops") and file.parent.name != "codecs":
                before += ["-include", str(ROOT / "src/ops/op.h")]
            out.append({"directory": entry["directory"], "file": str(file), "arguments": own[:1] + before + own[1:]})
    (target / "compile_commands.json").write_text(json.dumps(out, indent=1))


main()
