"""A wheel and an archive of a tree of files. Equal trees give equal files."""
import base64
import gzip
import hashlib
import io
import os
import pathlib
import stat
import tarfile
import zipfile

from .files import MANUAL

DATE = (1980, 1, 1, 0, 0, 0)  # the oldest that a wheel can hold
ENTRY = pathlib.Path(__file__).parent / "entry"

METADATA = """Metadata-Version: 2.1
Name: assay
Version: {version}
Summary: Finds bugs in deep-learning frameworks, and says which framework is wrong
License: Apache-2.0
Requires-Python: >=3.8
Classifier: Environment :: Console
Classifier: License :: OSI Approved :: Apache Software License
Classifier: Operating System :: POSIX :: Linux
Classifier: Topic :: Software Development :: Testing
Description-Content-Type: text/markdown

assay finds bugs in deep-learning frameworks, and says which framework is wrong.

    assay check my.onnx       # does my model behave the same everywhere?
    assay fuzz --time 2m      # look for bugs
    assay doctor              # what works on this machine
    assay --help

Frameworks are installed when they are first used, in environments of their own under `~/.cache/assay`, by a Python 3.11, 3.12 or 3.13 with
the module venv. Programs that it makes are run in a sandbox; for that, install bubblewrap.
"""
WHEEL = """Wheel-Version: 1.0
Generator: assay
Root-Is-Purelib: false
Tag: {tag}
"""


def files_of(tree: pathlib.Path):
    """(name, path) in the order of the names."""
    return sorted((str(path.relative_to(tree)), path) for path in tree.rglob("*") if path.is_file())


class WheelFile:
    """Members with the list of their hashes that installers check."""

    def __init__(self, path: pathlib.Path):
        self.zip = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9)
        self.record = []

    def add(self, name: str, data: bytes, runs: bool = False) -> None:
        member = zipfile.ZipInfo(name, DATE)
        member.external_attr = (stat.S_IFREG | (0o755 if runs else 0o644)) << 16
        member.compress_type = zipfile.ZIP_DEFLATED
        self.zip.writestr(member, data)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        self.record.append(f"{name},sha256={digest},{len(data)}")

    def close(self, record: str) -> None:
        self.record.append(f"{record},,")
        self.add(record, ("\n".join(self.record) + "\n").encode())
        self.zip.close()


def write_wheel(tree: pathlib.Path, root: pathlib.Path, folder: pathlib.Path, version: str, platform: str) -> pathlib.Path:
    """The tree becomes the Python package `assay`, with an entry point that runs its program."""
    tag = f"py3-none-{platform}"
    goal = folder / f"assay-{version}-{tag}.whl"
    for old in folder.glob("assay-*.whl"):
        old.unlink()
    half = goal.with_suffix(".part")
    wheel = WheelFile(half)
    for name in ("__init__.py", "__main__.py"):
        wheel.add(f"assay/{name}", (ENTRY / name).read_bytes())
    for name, path in files_of(tree):
        wheel.add(f"assay/{name}", path.read_bytes(), os.access(path, os.X_OK))
    wheel.add(f"assay-{version}.data/data/{MANUAL}", (tree / MANUAL).read_bytes())
    wheel.add(f"assay-{version}.data/scripts/assay", (ENTRY / "assay").read_bytes(), True)
    about = f"assay-{version}.dist-info"
    wheel.add(f"{about}/licenses/LICENSE", (root / "LICENSE").read_bytes())
    wheel.add(f"{about}/METADATA", METADATA.format(version=version).encode())
    wheel.add(f"{about}/WHEEL", WHEEL.format(tag=tag).encode())
    wheel.close(f"{about}/RECORD")
    half.rename(goal)
    return goal


def write_archive(tree: pathlib.Path, folder: pathlib.Path, stem: str) -> pathlib.Path:
    goal = folder / f"{stem}.tar.gz"
    half = goal.with_suffix(".part")
    with open(half, "wb") as out, gzip.GzipFile("", "wb", 9, out, mtime=0) as packed, tarfile.open(fileobj=packed, mode="w") as archive:
        for name, path in files_of(tree):
            member = tarfile.TarInfo(f"{stem}/{name}")
            data = path.read_bytes()
            member.size, member.mode = len(data), 0o755 if os.access(path, os.X_OK) else 0o644
            archive.addfile(member, io.BytesIO(data))
    half.rename(goal)
    return goal
