"""Runs Python programs, each in a fresh child of a process that has imported the framework already.

  program_server.py PACKAGE...        started by assay inside a sandbox; descriptor 3 is its socket

Frames on the socket are 4 bytes of length and JSON. First comes {"filter": base64, "isolate": bool, "visible": [path]} from assay and a
hello from here. {"connect": true} brings a socket along, which a fork of this process serves: {"handler": process}; {"end": process} ends
that one. On such a socket requests and replies take turns.

A child gets namespaces of its own: it sees neither this process nor the children before it or beside it, and what it leaves running ends
with it. Its stdout, stderr and report are three pipes of their own; how it ended is told by the first process of its namespace over a
fourth, which is closed in the child before the program's code begins.
"""
import base64
import json
import os
import shutil
import signal
import socket
import sys
import traceback
from os import _exit  # a program may replace the name in `os`

import program_isolation as isolation
import program_run
import program_warm
from program_connect import SOCKET, obey, receive_frame, send_frame
from program_follow import Limits, Stream, follow

REPORT = SOCKET  # the child's report takes the place of the socket
MOST_REPORT = 1 << 20
MOST_TOLD = 1 << 14
MOST_NAME, MOST_TEXT = 500, 4000  # characters of a claim
MOST_LINE = 10_000_000
WORK = "/tmp/work"
CANNOT_START = 125


def become_program(request, settings, streams):
    """In the last child: limits, descriptors, filter. Of what is ours only the status pipe is still open afterwards."""
    os.setsid()
    isolation.die_with_parent()
    null = os.open("/dev/null", os.O_RDONLY)
    for descriptor, number in ((null, 0), (streams[0].write_end, 1), (streams[1].write_end, 2), (streams[2].write_end, REPORT)):
        os.dup2(descriptor, number)
    told = streams[3].write_end
    os.closerange(REPORT + 1, told)
    os.closerange(told + 1, 4096)
    os.chdir(work_folder(settings))
    isolation.set_limits(request["limits"])
    isolation.drop_privileges()
    isolation.hide_memory(False)
    if settings["filter"]:
        if not settings["isolate"]:
            isolation.hide_other_processes([*settings["visible"], work_folder(settings)])
        isolation.install_filter(settings["filter"])


def work_folder(settings):
    return WORK if settings["isolate"] else os.environ["HOME"]


def run_program(request, settings, streams):
    path = os.path.join(work_folder(settings), request["name"])
    told = streams[3].write_end
    text = base64.b64decode(request["program"])
    try:
        become_program(request, settings, streams)
        with open(path, "wb") as f:
            f.write(text)
    except BaseException:  # noqa: BLE001 - no fault of the program
        tell(told, failed=traceback.format_exc()[-MOST_TEXT:])
        _exit(CANNOT_START)
    os.close(told)  # from here on only the first process can tell anything
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        program_run.leave(program_run.run(text, path, request["target"], request["watch"], REPORT))
    finally:
        _exit(1)  # for programs that break the interpreter itself: nobody may go on from here as if he were the server


def tell(descriptor, **facts):
    os.write(descriptor, json.dumps(facts).encode() + b"\n")


def be_first(request, settings, streams):
    """The first process of the namespaces: starts the program, waits, tells how it ended, and takes all others with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    isolation.die_with_parent()
    if settings["isolate"]:
        isolation.map_own_user(settings["user"], settings["group"])
        isolation.mount_private_folders(request["limits"]["scratch_mb"] << 20, settings["visible"])
        program_warm.place_links()
    isolation.hide_memory(True)
    child = os.fork()
    if child == 0:
        run_program(request, settings, streams)
    for stream in streams[:3]:
        os.close(stream.write_end)
    while True:
        pid, status, used = os.wait4(-1, 0)
        if pid == child:
            break
    ended_by = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
    tell(streams[3].write_end, exit_code=os.WEXITSTATUS(status) if os.WIFEXITED(status) else -1, signal=ended_by,
         cpu_seconds=used.ru_utime + used.ru_stime, peak_mb=used.ru_maxrss / 1024,
         # Writing to a mapped file for which no space is left ends so.
         full=ended_by == signal.SIGBUS and settings["isolate"] and isolation.a_folder_is_full())


def clean(text, most):
    """A text that every reader of JSON takes."""
    return text[:most].encode(errors="replace").decode()


def claims(data):
    """The program's report. It may have written there itself: lines that do not parse are dropped."""
    out = {"apis_called": [], "models_to": []}
    for line in data.splitlines():
        try:
            fact = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if not isinstance(fact, dict):
            continue
        if isinstance(fact.get("api"), str):
            out["apis_called"].append(clean(fact["api"], MOST_NAME))
        elif isinstance(fact.get("model_to"), str):
            out["models_to"].append(clean(fact["model_to"], MOST_NAME))
        elif fact.get("model_fed") is True:
            out["model_fed"] = True
        elif isinstance(fact.get("exception"), str):
            number, message = fact.get("line"), fact.get("message")
            out.update(exception=clean(fact["exception"], MOST_NAME), message=clean(message, MOST_TEXT) if isinstance(message, str) else "",
                       invalid=fact.get("valid") is False, line=number if isinstance(number, int) and 0 < number < MOST_LINE else 0)
    return out


def start_first(request, settings, streams):
    first = isolation.clone_into_namespaces() if settings["isolate"] else os.fork()
    if first == 0:
        code = CANNOT_START
        try:
            be_first(request, settings, streams)
            code = 0
        except BaseException:  # noqa: BLE001 - no fault of the program
            tell(streams[3].write_end, failed=traceback.format_exc()[-MOST_TEXT:])
        _exit(code)
    for stream in streams:
        os.close(stream.write_end)
    return first


def serve_one(request, settings):
    keep = request["limits"]["output_bytes"]
    streams = [Stream(keep), Stream(keep), Stream(MOST_REPORT), Stream(MOST_TOLD)]
    first = start_first(request, settings, streams)
    seen = Limits(request["limits"], first, streams, "" if settings["isolate"] else os.environ["HOME"])
    limit, seconds = follow(seen, streams)
    reply = {"exit_code": -1, "signal": 0, "cpu_seconds": 0, "peak_mb": 0, "failed": "", "full": False}
    told = streams[3].data.splitlines()
    for line in told:
        reply.update(json.loads(line))
    reply.update(ended=bool(told), limit=limit or ("files" if reply["full"] else ""), seconds=seconds,
                 stdout=streams[0].data.decode(errors="replace"), stderr=streams[1].data.decode(errors="replace"),
                 stdout_cut=streams[0].total > keep, stderr_cut=streams[1].total > keep,
                 peak_mb=max(reply["peak_mb"], seen.peak), cpu_seconds=max(reply["cpu_seconds"], seen.cpu), busy=seen.busy / max(seen.looks, 1))
    reply.update(claims(streams[2].data))
    for stream in streams:
        stream.close()
    if not settings["isolate"]:
        empty(os.environ["HOME"])
    return reply


def empty(folder):
    """Takes away what a program left where nothing else does."""
    for entry in os.scandir(folder):
        if entry.is_dir(follow_symlinks=False):
            shutil.rmtree(entry.path, ignore_errors=True)
        else:
            os.unlink(entry.path)


def main():
    channel = socket.socket(fileno=SOCKET)
    settings = receive_frame(channel)
    settings.update(filter=base64.b64decode(settings["filter"]), user=os.getuid(), group=os.getgid())
    versions = program_warm.warm_up(sys.argv[1:])
    if os.path.isdir(program_warm.SHOWN):
        settings["visible"].append(program_warm.SHOWN)
    send_frame(channel, {"ready": True, "versions": versions, "threads": len(os.listdir("/proc/self/task"))})
    obey(channel, lambda request: serve_one(request, settings))


if __name__ == "__main__":
    main()
