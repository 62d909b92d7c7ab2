"""The shared libraries that travel with the program, in lib/. Its RPATH leads there, for the libraries of the libraries, too.

Everything but glibc is carried: what a distribution has of the rest differs from one to the next. Workers carry nothing: they are
linked with static libstdc++ and open a framework's own library, which finds the system's as it does under Python.
"""
import pathlib
import re
import shutil
import subprocess

# Parts of glibc: the system's own must be used, as the loader belongs to it.
SYSTEM = re.compile(r"(linux-vdso|ld-linux[\w-]*|lib(c|m|dl|rt|pthread|resolv|util|anl|mvec))\.so[.\d]*")
# Libraries in whose place a few functions of ours are carried, which say that there is nothing; stand_ins/ tells why for each.
STAND_INS = ("libicuuc", "libjbig")
HERE = pathlib.Path(__file__).parent


def told(*words) -> str:
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def needed(path: pathlib.Path) -> list:
    return re.findall(r"^ *NEEDED +(\S+)$", told("objdump", "-p", path), re.M)


def places(program: pathlib.Path) -> dict:
    """Where each library that the program needs, directly or not, lies on this machine."""
    return dict(re.findall(r"^\s*(\S+) => (/\S+)", told("ldd", program), re.M))


def make_stand_in(name: str, goal: pathlib.Path) -> None:
    stem, _, number = name.partition(".so.")
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-s", "-nostdlib", f"-DNUMBER={number}", f"-Wl,-soname,{name}", "-o", goal,
                    HERE / "stand_ins" / f"{stem}.c"], check=True)


def collect(tree: pathlib.Path) -> dict:
    """Fills lib/; returns {name: where it was taken from}, None for a stand-in."""
    program = tree / "bin/assay"
    where, carried = places(program), {}
    (tree / "lib").mkdir()
    waiting = needed(program)
    while waiting:
        name = waiting.pop()
        if name in carried or SYSTEM.fullmatch(name):
            continue
        goal = tree / "lib" / name
        if name.split(".")[0] in STAND_INS:
            carried[name] = None
            make_stand_in(name, goal)
            continue
        if name not in where:
            raise SystemExit(f"assay: {name}, which the program needs, is not on this machine")
        carried[name] = pathlib.Path(where[name]).resolve()
        shutil.copyfile(carried[name], goal)
        goal.chmod(0o755)
        waiting += needed(goal)
    return carried


def binaries(tree: pathlib.Path) -> list:
    return [tree / "bin/assay", *sorted((tree / "lib").iterdir()), *sorted((tree / "share/assay/workers/bin").iterdir())]


def check(tree: pathlib.Path) -> None:
    """Stops when the tree would not work elsewhere."""
    for path in binaries(tree):
        own = re.findall(r"^ *(RPATH|RUNPATH) +(\S+)$", told("objdump", "-p", path), re.M)
        # A RUNPATH would keep that of the program from counting.
        if own != ([("RPATH", "$ORIGIN/../lib")] if path.name == "assay" else []):
            raise SystemExit(f"assay: {path} looks for libraries in {own}")
    for worker in (tree / "share/assay/workers/bin").iterdir():
        if more := [name for name in needed(worker) if not SYSTEM.fullmatch(name)]:
            raise SystemExit(f"assay: {worker} needs {', '.join(more)}")
    for name, path in places(tree / "bin/assay").items():
        if not SYSTEM.fullmatch(name) and pathlib.Path(path).resolve().parent != (tree / "lib").resolve():
            raise SystemExit(f"assay: {name} is taken from {path}")
    # Every function is looked up at once: a stand-in that lacks one shows here.
    subprocess.run([tree / "bin/assay", "--version"], env={"LD_BIND_NOW": "1"}, stdout=subprocess.DEVNULL, check=True)


def newest_glibc(tree: pathlib.Path) -> str:
    """The oldest glibc that will do, "2_36": the newest version of a symbol that any file asks for."""
    found = {(2, 17)}  # the oldest that Pythons of today run on
    for path in binaries(tree):
        text = told("objdump", "-p", path)
        found |= {(int(major), int(minor)) for major, minor in re.findall(r" GLIBC_(\d+)\.(\d+)", text)}
        if "GLIBC_ABI_DT_RELR" in text:
            found.add((2, 36))
    return "%d_%d" % max(found)
