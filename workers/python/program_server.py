"""Runs Python programs, each in a fresh child of a process that has imported the framework already.

  program_server.py PACKAGE...        started by assay inside a sandbox; descriptor 3 is its socket

Frames on the socket are 4 bytes of length and JSON. First comes {"filter": base64, "isolate": bool, "keep_tmp": bool} from assay and a hello from here;
then requests and replies take turns. A child gets namespaces of its own: it sees neither this process nor the children before
it, and what it leaves running ends with it. Its stdout, stderr and report are three pipes of their own; how it ended is told by the first
process of its namespace over a fourth that it never held.
"""
import base64
import gc
import importlib
import json
import os
import select
import signal
import socket
import struct
import sys
import time
import traceback

import program_isolation as isolation
import program_run

SOCKET, REPORT = 3, 3  # the child's report takes the place of the socket
SAMPLE_S = 0.1  # between looks at the memory of a program
CHUNK = 1 << 16
MOST_REPORT = 1 << 20
WORK = "/tmp/work"
CANNOT_START = 125


def receive(channel, size):
    data = b""
    while len(data) < size:
        part = channel.recv(size - len(data))
        if not part:
            raise EOFError
        data += part
    return data


def receive_frame(channel):
    return json.loads(receive(channel, struct.unpack("<I", receive(channel, 4))[0]))


def send_frame(channel, message):
    data = json.dumps(message).encode()
    channel.sendall(struct.pack("<I", len(data)) + data)


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


def look_at(root):
    """Of a process and all below it: megabytes of their own memory, seconds of CPU time, whether one is running or ready to."""
    total, ticks, running, waiting = 0, 0, False, [root]
    while waiting:
        pid = waiting.pop()
        try:
            with open(f"/proc/{pid}/status") as f:
                for line in f:
                    if line.startswith(("RssAnon:", "RssShmem:")):
                        total += int(line.split()[1])
            with open(f"/proc/{pid}/stat") as f:
                fields = f.read().rpartition(")")[2].split()
                running = running or fields[0] == "R"
                ticks += int(fields[11]) + int(fields[12])
            with open(f"/proc/{pid}/task/{pid}/children") as f:
                waiting += map(int, f.read().split())
        except (OSError, IndexError):
            pass  # gone meanwhile
    return total / 1024, ticks / os.sysconf("SC_CLK_TCK"), running


def become_program(request, settings, streams):
    """In the last child: limits, descriptors, filter. Returns when everything is ready for the program's own code."""
    os.setsid()
    isolation.die_with_parent()
    null = os.open("/dev/null", os.O_RDONLY)
    for descriptor, number in ((null, 0), (streams[0].write_end, 1), (streams[1].write_end, 2), (streams[2].write_end, REPORT)):
        os.dup2(descriptor, number)
    os.closerange(REPORT + 1, 4096)
    os.chdir(WORK if settings["isolate"] else os.environ["HOME"])
    isolation.set_limits(request["limits"])
    isolation.drop_privileges()
    isolation.hide_memory(False)
    if settings["filter"]:
        isolation.install_filter(settings["filter"])


def run_program(request, settings, streams):
    path = os.path.join(WORK if settings["isolate"] else os.environ["HOME"], request["name"])
    try:
        become_program(request, settings, streams)
        with open(path, "w") as f:
            f.write(request["program"])
    except BaseException:  # noqa: BLE001 - said on stderr, told by the exit code
        traceback.print_exc()
        os._exit(CANNOT_START)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    program_run.leave(program_run.run(request["program"], path, request["target"], REPORT))


def be_first(request, settings, streams):
    """The first process of the namespaces: starts the program, waits, tells how it ended, and takes all others with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    isolation.die_with_parent()
    if settings["isolate"]:
        isolation.map_own_user(settings["user"], settings["group"])
        isolation.mount_private_folders(request["limits"]["scratch_mb"] << 20, settings["keep_tmp"])
    isolation.hide_memory(True)
    # Before the program exists: from here on no end of the status pipe is open in it.
    child = os.fork()
    if child == 0:
        run_program(request, settings, streams)
    for stream in streams[:3]:
        os.close(stream.write_end)
    while True:
        pid, status, used = os.wait4(-1, 0)
        if pid == child:
            break
    os.write(streams[3].write_end, json.dumps({
        "exit_code": os.WEXITSTATUS(status) if os.WIFEXITED(status) else -1,
        "signal": os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0,
        "cpu_seconds": used.ru_utime + used.ru_stime, "peak_mb": used.ru_maxrss / 1024}).encode())


class Limits:
    def __init__(self, request, first, streams):
        self.limits, self.first, self.streams = request["limits"], first, streams
        self.start, self.sampled, self.peak, self.cpu = time.monotonic(), 0, 0.0, 0.0
        self.looks, self.busy = 0, 0

    def exceeded(self):
        now = time.monotonic()
        if now - self.start > self.limits["wall_s"]:
            return "wall"
        if sum(s.total for s in self.streams[:2]) > self.limits["flood_bytes"]:
            return "output"
        if now - self.sampled > SAMPLE_S:
            self.sampled = now
            memory, cpu, running = look_at(self.first)
            self.looks += 1
            self.busy += running or cpu > self.cpu
            self.peak, self.cpu = max(self.peak, memory), max(self.cpu, cpu)
            if memory > self.limits["memory_mb"]:
                return "memory"
        return ""


def follow(first, request, streams):
    """Drains all pipes until the first process has told the end, or a limit is reached. Returns the limit ("" for none) and what was
    seen meanwhile."""
    limits = Limits(request, first, streams)
    waiting = {s.read_end: s for s in streams}
    limit = ""
    while streams[3].read_end in waiting and not limit:
        ready = select.select(list(waiting), [], [], SAMPLE_S / 2)[0]
        for descriptor in ready:
            if not waiting[descriptor].drain():
                del waiting[descriptor]
        limit = limits.exceeded()
    try:
        os.kill(first, signal.SIGKILL)  # ends every process of its namespace
    except ProcessLookupError:
        pass
    os.waitpid(first, 0)
    # What was printed before the end still lies in the pipes. All writers are gone.
    for stream in streams:
        while stream.read_end in waiting and stream.total <= request["limits"]["flood_bytes"] and stream.drain():
            pass
    return limit, time.monotonic() - limits.start, limits


def claims(data):
    """The program's report: lines that do not parse are dropped."""
    out = {"apis_called": []}
    for line in data.splitlines():
        try:
            fact = json.loads(line)
        except ValueError:
            continue
        if not isinstance(fact, dict):
            continue
        if isinstance(fact.get("api"), str):
            out["apis_called"].append(fact["api"])
        elif isinstance(fact.get("exception"), str):
            line_number = fact.get("line")
            out.update(exception=fact["exception"], message=str(fact.get("message", "")), invalid=fact.get("valid") is False,
                       line=line_number if isinstance(line_number, int) else 0)
    return out


def serve_one(request, settings):
    keep = request["limits"]["output_bytes"]
    streams = [Stream(keep), Stream(keep), Stream(MOST_REPORT), Stream(4096)]
    first = isolation.clone_into_namespaces() if settings["isolate"] else os.fork()
    if first == 0:
        code = CANNOT_START
        try:
            be_first(request, settings, streams)
            code = 0
        except BaseException:  # noqa: BLE001 - no status is told, which assay takes for a failure of the sandbox
            os.write(2, traceback.format_exc().encode())
        os._exit(code)
    for stream in streams:
        os.close(stream.write_end)
    limit, seconds, seen = follow(first, request, streams)
    reply = {"exit_code": -1, "signal": 0, "cpu_seconds": 0, "peak_mb": 0}
    told = streams[3].data
    reply["ended"] = bool(told)
    if told:
        reply.update(json.loads(told))
    reply.update(limit=limit, seconds=seconds, stdout=streams[0].data.decode(errors="replace"), stderr=streams[1].data.decode(errors="replace"),
                 stdout_cut=streams[0].total > keep, stderr_cut=streams[1].total > keep)
    reply["peak_mb"] = max(reply["peak_mb"], seen.peak)
    reply["cpu_seconds"] = max(reply["cpu_seconds"], seen.cpu)
    reply["busy"] = seen.busy / max(seen.looks, 1)
    reply.update(claims(streams[2].data))
    for stream in streams:
        stream.close()
    return reply


def preload(packages):
    """Imports what the environment has; a missing package is the program's matter."""
    versions = {}
    for name in packages:
        try:
            module = importlib.import_module(name)
            versions[name] = str(getattr(module, "__version__", ""))
        except ImportError:
            pass
    torch = sys.modules.get("torch")
    if torch is not None:
        torch.set_num_threads(1)  # a pool of threads does not survive a fork
    return versions


def main():
    channel = socket.socket(fileno=SOCKET)
    settings = receive_frame(channel)
    settings.update(filter=base64.b64decode(settings["filter"]), user=os.getuid(), group=os.getgid())
    versions = preload(sys.argv[1:])
    # Fewer pages are copied in the children when the collector leaves them alone.
    gc.collect()
    gc.freeze()
    send_frame(channel, {"ready": True, "versions": versions, "threads": len(os.listdir("/proc/self/task"))})
    while True:
        try:
            request = receive_frame(channel)
        except EOFError:
            return
        send_frame(channel, serve_one(request, settings))


if __name__ == "__main__":
    main()
