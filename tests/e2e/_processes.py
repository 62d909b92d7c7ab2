"""What /proc tells of processes."""
import contextlib
import glob


def children(pid):
    found = []
    for path in glob.glob(f"/proc/{pid}/task/*/children"):  # each thread has its own
        with contextlib.suppress(OSError), open(path, encoding="ascii") as file:
            found += [int(word) for word in file.read().split()]
    return found


def all_below(pid):
    found = children(pid)
    return found + [below for child in found for below in all_below(child)]


def command_of(pid):
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            return file.read().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""


def is_alive(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            return file.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False
