"""The licence texts of all that a package carries, in share/assay/licences, with a list of the libraries and their versions."""
import pathlib
import re
import shutil
import subprocess

# Debian packages whose headers become part of the program; static libstdc++ is part of the workers.
HEADERS = ("libeigen3-dev", "nlohmann-json3-dev", "libcli11-dev", "libtomlplusplus-dev", "libcpp-httplib-dev", "libstdc++-*-dev")
# Not packages of the distribution; ONNX has the licence of the project itself, whose text is in LICENSE.
OTHERS = pathlib.Path(__file__).parent / "licences"
COMMON = pathlib.Path("/usr/share/common-licenses")

HEAD = """Libraries in lib/ that others made, as the distribution built them, unchanged: file, package, version. Licence texts lie beside this
file, by package; texts that those refer to (/usr/share/common-licenses) are in common-licenses. The sources of a package can be had from the
distribution under the same name and version; a library may be replaced by another one of the same name.

"""


def told(*words) -> str:
    return subprocess.run(words, capture_output=True, text=True).stdout


def owner(path: pathlib.Path) -> str:
    """The package that a file belongs to."""
    plain = str(path).removeprefix("/usr")
    for name in (plain, f"/usr{plain}"):
        if found := re.match(r"([^:,\s]+)", told("dpkg-query", "-S", name)):
            return found[1]
    raise SystemExit(f"assay: no package of this machine owns {path}, so its licence is not known")


def versions(pattern: str) -> list:
    """[(package, version)] of those that are installed."""
    return [tuple(line.split()[:2]) for line in
            told("dpkg-query", "-W", "-f", "${Package} ${Version} ${db:Status-Status}\n", pattern).splitlines() if line.endswith(" installed")]


def collect(root: pathlib.Path, tree: pathlib.Path, carried: dict) -> None:
    """`carried`: as libraries.collect returns it."""
    goal = tree / "share/assay/licences"
    goal.mkdir()
    lines, packages = [], {name for pattern in HEADERS for name, _ in versions(pattern)}
    for name, source in sorted(carried.items()):
        if source is None:
            lines.append(f"{name}: a stand-in of our own, without function")
            continue
        package = owner(source)
        packages.add(package)
        lines.append(f"{name}: {package} {versions(package)[0][1]}")
    common = set()
    for package in sorted(packages):
        text = (pathlib.Path("/usr/share/doc") / package / "copyright").read_text(errors="replace")
        (goal / f"{package}.txt").write_text(text)
        common |= set(re.findall(r"/usr/share/common-licenses/([\w.+-]*\w)", text))
    for name in sorted(common):
        if (COMMON / name).is_file():
            (goal / "common-licenses").mkdir(exist_ok=True)
            shutil.copyfile(COMMON / name, goal / "common-licenses" / name)
    for path in OTHERS.iterdir():
        shutil.copyfile(path, goal / path.name)
    (goal / "LIBRARIES.txt").write_text(HEAD + "\n".join(lines) + "\n")
