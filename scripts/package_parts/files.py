"""The project's own files of a package, laid out as on the user's machine: bin/assay, share/assay with all that is read at run time."""
import hashlib
import os
import pathlib
import platform
import re
import shutil
import subprocess

# Relative to the project's folder; a folder with all that is in it.
SHIPPED = ("CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md", "THIRD_PARTY.md", "backends", "bugs", "data", "docs", "envs", "examples", "pool", "projects", "prompts", "repro", "workers/python",
           "bench/nnsmith_shim.py",                   # of the tool nnsmith in bugs/tools
           *(f"scripts/{name}" for name in ("add-target", "find-python", "lib.sh", "list-versions", "make-env", "patched-pip.py",
                                            "pull-model", "stub-libraries", "without-cuda.txt")))
LEFT_OUT = re.compile(r"__pycache__|.*\.pyc|FreeFuzz")  # the last is a checkout of the user's

MANUAL = "share/man/man1/assay.1"  # where `man` looks, for a folder of programs beside share/

# What clones have at the same place: agents on other machines and tools call it.
LAUNCHER = """#!/bin/sh
# Runs the program of this package.
exec "$(dirname "$(readlink -f "$0")")/../../bin/assay" "$@"
"""


def files_below(path: pathlib.Path):
    if path.is_file():
        yield path
    elif path.is_dir():
        for one in sorted(path.iterdir()):
            if not LEFT_OUT.fullmatch(one.name):
                yield from files_below(one)


def locks_of(root: pathlib.Path) -> str:
    """Changes whenever an environment would be made otherwise; see src/lab/home.h."""
    sums = hashlib.sha256()
    for path in sorted((root / "envs").glob("*/requirements.txt")):
        sums.update(path.parent.name.encode() + path.read_bytes())
    sums.update((root / "scripts/stub-libraries").read_bytes())
    return sums.hexdigest()[:16]


def put(source: pathlib.Path, goal: pathlib.Path) -> None:
    goal.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, goal)
    goal.chmod(0o755 if source.stat().st_mode & 0o100 else 0o644)


def put_program(source: pathlib.Path, goal: pathlib.Path) -> None:
    put(source, goal)
    subprocess.run(["strip", "--strip-unneeded", goal], check=True)


def put_manual(program: pathlib.Path, root: pathlib.Path, goal: pathlib.Path) -> None:
    goal.parent.mkdir(parents=True, exist_ok=True)
    goal.write_bytes(subprocess.run([program, "help", "--man"], env={**os.environ, "ASSAY_HOME": str(root)}, check=True, capture_output=True).stdout)


def collect(root: pathlib.Path, build: pathlib.Path, tree: pathlib.Path, version: str) -> None:
    """Writes `tree` anew, without shared libraries and licences."""
    shutil.rmtree(tree, ignore_errors=True)
    home = tree / "share/assay"
    for name in SHIPPED:
        found = list(files_below(root / name))
        if not found:
            raise SystemExit(f"assay: {root / name} is to be part of the package and does not exist")
        for path in found:
            put(path, home / path.relative_to(root))
    put_program(build / "assay", tree / "bin/assay")
    put_manual(build / "assay", root, tree / MANUAL)
    for worker in sorted((build / "workers").glob("*-worker")):
        put_program(worker, home / "workers/bin" / worker.name)
    (home / "assay").write_text(LAUNCHER)
    (home / "assay").chmod(0o755)
    (home / "PACKAGE").write_text(f"version {version}\nmachine {platform.machine()}\nlocks {locks_of(root)}\n")
