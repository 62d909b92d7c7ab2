"""Copies of a worker that has served nothing yet: a framework is imported once, and a clean process costs milliseconds.

docs/reference/protocol.md describes how assay asks for them. A copy is a child of assay, not of the process that it was made of; os.fork()
cannot do that, so the system call is made by its number.
"""
import array
import ctypes
import os
import platform
import signal
import socket
import tempfile

COPY, COPIED = 4, 5  # kinds of frames
TASK = "copy"  # in the hello among the tasks of a worker that can be copied
ENDS = 3  # descriptors of the copy: socket, stage page, output
_CLONE = {"x86_64": 56, "aarch64": 220}.get(platform.machine())
_CLONE_PARENT = 0x8000
_PDEATHSIG = 1  # of prctl


def can_copy(device):
    """Only the thread that makes a copy goes on in it, and what a driver keeps of an accelerator cannot be copied."""
    return device == "cpu" and _CLONE is not None and len(os.listdir("/proc/self/task")) == 1


def receive_with_ends(sock, view):
    """Fills the start of `view` from the socket; returns the number of bytes and the descriptors that came along."""
    room = socket.CMSG_SPACE(ENDS * array.array("i").itemsize)
    got, controls, _, _ = sock.recvmsg_into([view], room, socket.MSG_CMSG_CLOEXEC)
    ends = array.array("i")
    for level, kind, data in controls:
        if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
            ends.frombytes(data)
    return got, list(ends)


def _clone():
    python = ctypes.pythonapi
    syscall = ctypes.PyDLL(None).syscall  # keeps the interpreter's lock
    syscall.restype = ctypes.c_long
    python.PyOS_BeforeFork()
    copy = syscall(ctypes.c_long(_CLONE), ctypes.c_long(_CLONE_PARENT | signal.SIGCHLD), None, None, None, None)
    if copy == 0:
        python.PyOS_AfterFork_Child()
    else:
        python.PyOS_AfterFork_Parent()
    return copy


def _settle(descriptor, ends, folder):
    """In the copy: a session, descriptors and a folder of its own."""
    os.setsid()
    ctypes.CDLL(None).prctl(_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)
    stage = int(os.environ.get("ASSAY_STAGE_FD", "-1"))
    os.dup2(ends[0], descriptor)
    os.dup2(ends[2], 1)
    os.dup2(ends[2], 2)
    if stage >= 0:
        os.dup2(ends[1], stage)
    for end in ends:
        if end != stage:
            os.close(end)
    os.environ["HOME"] = os.environ["TMPDIR"] = folder
    tempfile.tempdir = None  # it is remembered
    os.chdir(folder)


def make_copy(descriptor, folder, ends):
    """The number of the copy; negative: there is none. 0 in the copy."""
    copy = -1
    if len(ends) == ENDS and can_copy("cpu"):
        copy = _clone()
        if copy == 0:
            try:
                _settle(descriptor, ends, folder)
            except BaseException:
                os._exit(3)
            return 0
    for end in ends:
        os.close(end)
    return copy
