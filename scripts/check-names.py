#!/usr/bin/env python3
"""Name lint: file names, test mirrors, and whatever tables the project has.

  scripts/check-names.py

Each check is a function that yields one line per problem; add new ones to CHECKS.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def project_files() -> list[str]:
    """Files that git knows or would add."""
    listing = subprocess.run(["git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard"],
                             check=True, capture_output=True, text=True).stdout
    return [name for name in listing.splitlines() if (ROOT / name).is_file()]


def source_file_names(files):
    """C++ files are snake_case and end in .cc, .h or .def."""
    for name in files:
        path = pathlib.PurePosixPath(name)
        if path.suffix in (".cpp", ".cxx", ".hpp", ".hh"):
            yield f"{name}: C++ files end in .cc or .h"
        elif path.suffix in (".cc", ".h", ".def") and not re.fullmatch(r"[a-z0-9_]+", path.stem):
            yield f"{name}: file names are snake_case"


def headers_have_guards(files):
    for name in files:
        if name.startswith("src/") and name.endswith(".h") and "#pragma once" not in (ROOT / name).read_text():
            yield f"{name}: lacks #pragma once"


def unit_tests_mirror_sources(files):
    """tests/unit/<folder> exists only for a folder of src/, for code that the tests themselves are made of (tests/faults), or for
    the workers."""
    folders = {name.split("/")[1] for name in files if name.startswith(("src/", "tests/")) and name.count("/") > 1}
    folders.add("workers")
    for name in files:
        if name.startswith("tests/unit/") and name.endswith("_test.cc") and name.split("/")[2] not in folders:
            yield f"{name}: there is no src/{name.split('/')[2]}"


# Folders of one thing per file, and what a file that defines one has in it. (Mutators of the literature are tested together.)
THINGS = {r"src/judge/oracles/": r"void Make\w+Trials\(", r"src/oracle/": r"OracleDef \w+Oracle\(\) {",
          r"src/mutate/(developer|equivalence|study)/": r"MutatorDef \w+Def\(\) {"}


def things_have_a_test(files):
    """Every oracle and every mutator has a test file of its own name, in the same place below tests/unit."""
    for name in files:
        test = re.sub(r"^src/(.*)\.cc$", r"tests/unit/\1_test.cc", name)
        for folder, thing in THINGS.items():
            if re.match(folder, name) and test not in files and re.search(thing, (ROOT / name).read_text()):
                yield f"{name}: lacks {test}"


CHECKS = [source_file_names, headers_have_guards, unit_tests_mirror_sources, things_have_a_test]


def main() -> int:
    files = project_files()
    problems = [problem for check in CHECKS for problem in check(files)]
    print("\n".join(problems) if problems else f"{len(files)} files, names are fine")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
