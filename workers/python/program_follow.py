"""Watching a program from outside while it runs: what it prints, what it uses, when it has to be ended."""
import os
import re
import select
import signal
import time

SAMPLE_S = 0.1  # between looks at what a program uses
CHUNK = 1 << 16
MEGABYTE = 1 << 20
INODES = 65536  # files of one program; as in program_isolation.py
# Memory that processes share and that no file stands for: address range and inode, of which all that share it have the same.
SHARED = re.compile(rb"^([0-9a-f]+)-([0-9a-f]+) ...s \S+ \S+ (\d+) +/dev/zero", re.MULTILINE)


class Stream:
    """One pipe of a child: the first `keep` bytes of what comes."""

    def __init__(self, keep):
        self.read_end, self.write_end = os.pipe()
        self.keep, self.data, self.total = keep, b"", 0

    def drain(self):
        try:
            part = os.read(self.read_end, CHUNK)
        except OSError:
            part = b""
        self.total += len(part)
        self.data += part[:max(0, self.keep - len(self.data))]
        return bool(part)

    def close(self):
        os.close(self.read_end)


class Look:
    """A process and all below it at one moment: megabytes of memory, seconds of CPU time, whether one is running or ready to.

    Shared memory counts as it was asked for, not as it was touched: pages that a process lets go of (madvise) stay, but are in nobody's
    count any more.
    """

    def __init__(self, root):
        self.processes, self.running = [], False
        self.own_kb, self.touched_kb, self.ticks, self.shared = 0, 0, 0, {}
        waiting = [root]
        while waiting:
            pid = waiting.pop()
            self.processes.append(pid)
            for part in (self.add_memory, self.add_time, self.add_shared):
                try:
                    part(f"/proc/{pid}")
                except (OSError, IndexError):
                    pass  # gone meanwhile, or the first process, which hides its memory
            waiting += children_of(pid)
        self.memory_mb = (self.own_kb + max(self.touched_kb, sum(self.shared.values()) / 1024)) / 1024
        self.cpu_s = self.ticks / os.sysconf("SC_CLK_TCK")

    def add_memory(self, folder):
        with open(f"{folder}/status") as f:
            for line in f:
                if line.startswith("RssAnon:"):
                    self.own_kb += int(line.split()[1])
                elif line.startswith("RssShmem:"):
                    self.touched_kb += int(line.split()[1])

    def add_time(self, folder):
        with open(f"{folder}/stat") as f:
            fields = f.read().rpartition(")")[2].split()
        self.running = self.running or fields[0] == "R"
        self.ticks += int(fields[11]) + int(fields[12])

    def add_shared(self, folder):
        with open(f"{folder}/maps", "rb") as f:
            for begin, end, inode in SHARED.findall(f.read()):
                self.shared[inode] = max(self.shared.get(inode, 0), int(end, 16) - int(begin, 16))


def children_of(pid):
    """Every thread has children of its own."""
    out = []
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children") as f:
                out += map(int, f.read().split())
    except OSError:
        pass  # gone meanwhile
    return out


def files_of(folder, processes):
    """Bytes and number of the files in a folder, and of those that were removed but are still open."""
    count, sizes, waiting = 0, {}, [folder]
    while waiting and count <= INODES:
        try:
            for entry in os.scandir(waiting.pop()):
                count += 1
                facts = entry.stat(follow_symlinks=False)
                sizes[facts.st_ino] = facts.st_blocks * 512
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(entry.path)
        except OSError:
            pass  # gone meanwhile, or closed to us by the program
    for pid in processes:
        try:
            for entry in os.scandir(f"/proc/{pid}/fd"):
                facts = os.stat(entry.path)
                if facts.st_nlink == 0:
                    sizes[facts.st_ino] = facts.st_blocks * 512
        except OSError:
            pass
    return sum(sizes.values()), count


class Limits:
    """`folder`: of a program whose files nothing else bounds; "" otherwise."""

    def __init__(self, limits, first, streams, folder):
        self.limits, self.first, self.streams, self.folder = limits, first, streams, folder
        self.start, self.sampled, self.peak, self.cpu = time.monotonic(), 0, 0.0, 0.0
        self.looks, self.busy = 0, 0

    def exceeded(self):
        now = time.monotonic()
        if now - self.start > self.limits["wall_s"]:
            return "wall"
        if sum(s.total for s in self.streams[:2]) > self.limits["flood_bytes"]:
            return "output"
        if now - self.sampled <= SAMPLE_S:
            return ""
        self.sampled = now
        look = Look(self.first)
        self.looks += 1
        self.busy += look.running or look.cpu_s > self.cpu
        self.peak, self.cpu = max(self.peak, look.memory_mb), max(self.cpu, look.cpu_s)
        if look.memory_mb > self.limits["memory_mb"]:
            return "memory"
        if self.folder:
            size, count = files_of(self.folder, look.processes)
            if size > self.limits["scratch_mb"] * MEGABYTE or count > INODES:
                return "files"
        return ""


def follow(limits, streams):
    """Drains all pipes until the first process has told the end (the last stream), or a limit is reached. Returns the limit ("" for
    none) and the seconds."""
    waiting = {s.read_end: s for s in streams}
    limit = ""
    while streams[-1].read_end in waiting and not limit:
        ready = select.select(list(waiting), [], [], SAMPLE_S / 2)[0]
        for descriptor in ready:
            if not waiting[descriptor].drain():
                del waiting[descriptor]
        limit = limits.exceeded()
    try:
        os.kill(limits.first, signal.SIGKILL)  # ends every process of its namespace
    except ProcessLookupError:
        pass
    os.waitpid(limits.first, 0)
    # What was printed before the end still lies in the pipes. All writers are gone.
    for stream in streams:
        while stream.read_end in waiting and stream.total <= limits.limits["flood_bytes"] and stream.drain():
            pass
    return limit, time.monotonic() - limits.start
