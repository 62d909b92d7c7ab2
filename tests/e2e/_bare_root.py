"""A machine without compiler, headers and clone, imitated by bubblewrap: the system read-only and with few programs, a home that begins
empty. The Python of the environments is at hand, and pip reaches what it reaches outside."""
import glob
import os
import re
import shutil
import subprocess

from _assay import skip

# All that is used of the system: the scripts' own programs, the sandbox, and what Python's venv calls.
PROGRAMS = ("bash", "sh", "env", "cat", "cut", "dirname", "basename", "chmod", "cp", "find", "flock", "getconf", "grep", "head", "id", "ldd", "ln", "ls", "mkdir",
            "mktemp", "mv", "prlimit", "readlink", "rm", "sed", "sha256sum", "sleep", "sort", "tail", "tar", "touch", "tr", "true", "uname", "xargs", "bwrap",
            "gzip")
HIDDEN = ("/usr/include", "/usr/lib/gcc", "/usr/local", "/usr/src", "/usr/share/cmake*", "/usr/lib/llvm*")
SYSTEM_FILES = ("/etc/ld.so.cache", "/etc/ssl", "/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf", "/etc/passwd", "/etc/group", "/etc/pip.conf")
HOME = "/home/user"


def pip_folders(python):
    """Folders that pip takes packages from here, if any: mirrors on the disk."""
    told = subprocess.run([python, "-m", "pip", "config", "list"], capture_output=True, text=True).stdout
    return [path for path in re.findall(r"(/[\w./-]+)", told.replace("file://", " ")) if os.path.exists(path)]


class BareRoot:
    """`home` becomes HOME inside; `python` is there in the place where it is here; `shown` {outside: inside}, read-only."""

    def __init__(self, home, python, shown):
        self.home, self.python = home, python
        prefix = subprocess.run([python, "-c", "import sys; print(sys.base_prefix)"], capture_output=True, text=True, check=True).stdout.strip()
        words = ["bwrap", "--unshare-pid", "--die-with-parent", "--ro-bind", "/usr", "/usr", "--tmpfs", "/usr/bin"]
        for name in PROGRAMS:
            if found := shutil.which(name, path="/usr/bin:/bin"):
                words += ["--ro-bind", os.path.realpath(found), f"/usr/bin/{name}"]
        if prefix == "/usr":
            words += ["--ro-bind", os.path.realpath(python), "/usr/bin/python3"]
        for pattern in HIDDEN:
            for folder in glob.glob(pattern):
                words += ["--tmpfs", folder]
        for name in ("bin", "lib", "lib64", "sbin"):
            if os.path.islink(f"/{name}"):
                words += ["--symlink", f"usr/{name}", f"/{name}"]
            elif os.path.isdir(f"/{name}"):
                words += ["--ro-bind", f"/{name}", f"/{name}"]
        words += ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--bind", home, HOME]
        for path in [*SYSTEM_FILES, *pip_folders(python), *([prefix] if prefix != "/usr" else [])]:
            if os.path.exists(path):
                words += ["--ro-bind", os.path.realpath(path), path]
        for outside, inside in shown.items():
            words += ["--ro-bind", outside, inside]
        kept = {key: value for key, value in os.environ.items() if key.startswith("PIP_") or key.lower().endswith("_proxy")}
        words += ["--clearenv", "--chdir", HOME]
        for key, value in {**kept, "HOME": HOME, "LANG": "C.UTF-8", "PATH": "/usr/bin"}.items():
            words += ["--setenv", key, value]
        self.words = words
        self.python_inside = "/usr/bin/python3" if prefix == "/usr" else f"{prefix}/bin/python3"
        # A user's own settings of pip.
        own = os.path.expanduser("~/.config/pip/pip.conf")
        if os.path.exists(own):
            os.makedirs(f"{home}/.config/pip", exist_ok=True)
            shutil.copy(own, f"{home}/.config/pip/pip.conf")

    def command(self, words, more=(), **variables):
        out = [*self.words, *more]
        for key, value in variables.items():
            out += ["--setenv", key, value]
        return [*out, "--", *words]

    def run(self, *words, more=(), timeout=300, **variables):
        """`more`: further options of bubblewrap."""
        return subprocess.run(self.command(words, more, **variables), capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=timeout)

    def start(self, *words, **variables):
        """Killing what is returned kills all that it has started."""
        return subprocess.Popen(self.command(words, **variables), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def need(*programs):
    """Ends the test, as skipped, without one of them."""
    for name in programs:
        if shutil.which(name) is None:
            skip(f"{name} is not here; run scripts/setup")
    tried = subprocess.run(["bwrap", "--ro-bind", "/", "/", "--unshare-pid", "true"], capture_output=True, text=True)
    if tried.returncode != 0:
        skip(f"bubblewrap does not run here: {tried.stderr.strip()}")
