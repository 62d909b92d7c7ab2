"""System calls that Python has no names for: namespaces, capabilities, the filter of system calls.

`clone_into_namespaces()` is what makes one program unable to reach the next: it runs in namespaces of its own (user, processes, mounts, shared memory)
with a fresh /tmp, and only its waiting parent, the first process of that namespace, knows how it ended.
"""
import ctypes
import os
import resource
import signal
import stat
import struct

CLONE_NEWNS, CLONE_NEWIPC, CLONE_NEWUSER, CLONE_NEWPID = 0x00020000, 0x08000000, 0x10000000, 0x20000000
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REMOUNT, MS_BIND, MS_REC = 1, 2, 4, 8, 0x20, 0x1000, 0x4000
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_SECCOMP, PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS = 1, 4, 22, 24, 38
SECCOMP_MODE_FILTER = 2
CAPABILITY_VERSION_3 = 0x20080522
SYS_CLONE = {"x86_64": 56, "aarch64": 220}
SYS_CAPSET = {"x86_64": 126, "aarch64": 91}
# The same on all architectures.
SYS_LANDLOCK_CREATE_RULESET, SYS_LANDLOCK_ADD_RULE, SYS_LANDLOCK_RESTRICT_SELF = 444, 445, 446
LANDLOCK_RULE_PATH_BENEATH, LANDLOCK_READ_FILE, LANDLOCK_READ_DIR = 1, 1 << 2, 1 << 3
PROC_PARTS = ["/proc/" + name for name in ("cpuinfo", "filesystems", "loadavg", "meminfo", "stat", "sys", "uptime", "version")]
MEGABYTE = 1 << 20
UNTOUCHED = 1024 * MEGABYTE  # memory that is asked for but never used; as in src/program/sandbox/box.cc
SHARED_MEMORY_PART = 4  # /dev/shm may take this part of the scratch space
INODES = 65536  # files of one program

_libc = ctypes.CDLL(None, use_errno=True)
_machine = os.uname().machine


def _check(result, what):
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result


def clone_into_namespaces():
    """Like os.fork(), but the child is the first process of its own namespaces. It must only fork and wait: the C library does not know
    of this kind of child."""
    flags = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWIPC | signal.SIGCHLD
    return _check(_libc.syscall(SYS_CLONE[_machine], flags, 0, 0, 0, 0), "clone")


def map_own_user(user, group):
    for file, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        with open(f"/proc/self/{file}", "w") as f:
            f.write(text)


def mount(kind, place, options=None, flags=MS_NOSUID | MS_NODEV):
    _check(_libc.mount(kind, place, kind, ctypes.c_ulong(flags), options), f"mounting {place.decode()}")


def mount_private_folders(scratch_bytes, visible):
    """`visible`: what the program needs to see; whatever of it lies under /tmp is shown again in the new one."""
    kept = [(path, os.open(path, os.O_PATH | os.O_NOFOLLOW)) for path in visible if path.startswith("/tmp/")]
    for place, size in (("/tmp", scratch_bytes), ("/dev/shm", scratch_bytes // SHARED_MEMORY_PART)):
        mount(b"tmpfs", place.encode(), f"mode=1777,size={size},nr_inodes={INODES}".encode())
    for path, descriptor in kept:
        show_again(path, descriptor)
    mount(b"proc", b"/proc", None, MS_NOSUID | MS_NODEV | MS_NOEXEC)
    for folder in ("/tmp/work", "/tmp/home"):
        os.mkdir(folder)


def show_again(path, descriptor):
    """`descriptor` stands for what lay at `path`: a folder, a file or a symbolic link."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    kind = os.fstat(descriptor).st_mode
    if stat.S_ISLNK(kind):
        os.symlink(os.readlink("", dir_fd=descriptor), path)
    else:
        os.mkdir(path) if stat.S_ISDIR(kind) else os.close(os.open(path, os.O_CREAT | os.O_WRONLY))
        source = f"/proc/self/fd/{descriptor}".encode()
        _check(_libc.mount(source, path.encode(), None, ctypes.c_ulong(MS_BIND | MS_REC), None), f"showing {path}")
        flags = MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV
        _check(_libc.mount(None, path.encode(), None, ctypes.c_ulong(flags), None), f"protecting {path}")
    os.close(descriptor)


def a_folder_is_full():
    return any(os.statvfs(place).f_bavail == 0 for place in ("/tmp", "/dev/shm"))


def hide_other_processes(visible):
    """Without a process namespace: Landlock once more, over the rules that hold already, so that of /proc only the own part and figures of
    the machine are left."""
    rules = _check(_libc.syscall(SYS_LANDLOCK_CREATE_RULESET, struct.pack("=Q", LANDLOCK_READ_FILE | LANDLOCK_READ_DIR), 8, 0), "Landlock")
    for path in [*visible, *PROC_PARTS, f"/proc/{os.getpid()}"]:
        try:
            place = os.open(path, os.O_PATH)
        except FileNotFoundError:
            continue
        rights = LANDLOCK_READ_FILE | (LANDLOCK_READ_DIR if os.path.isdir(path) else 0)
        _check(_libc.syscall(SYS_LANDLOCK_ADD_RULE, rules, LANDLOCK_RULE_PATH_BENEATH, struct.pack("=Qi", rights, place), 0), f"Landlock: {path}")
        os.close(place)
    _check(_libc.syscall(SYS_LANDLOCK_RESTRICT_SELF, rules, 0), "Landlock")
    os.close(rules)


def hide_memory(hidden):
    """A process that hides its memory cannot be read or written through /proc by others of the same user."""
    _libc.prctl(PR_SET_DUMPABLE, 0 if hidden else 1, 0, 0, 0)


def die_with_parent():
    _libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def drop_privileges():
    for capability in range(64):
        _libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)
    _check(_libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "no new privileges")
    header = struct.pack("=Ii", CAPABILITY_VERSION_3, 0)
    _check(_libc.syscall(SYS_CAPSET[_machine], header, b"\0" * 24), "dropping capabilities")


def install_filter(program):
    """`program` holds struct sock_filter records of 8 bytes."""
    class Program(ctypes.Structure):
        _fields_ = [("count", ctypes.c_ushort), ("records", ctypes.c_char_p)]

    _check(_libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.byref(Program(len(program) // 8, program)), 0, 0),
           "installing the filter of system calls")


def set_limits(limits):
    for which, value in ((resource.RLIMIT_CORE, 0),
                         (resource.RLIMIT_CPU, int(limits["cpu_s"]) + 1),
                         (resource.RLIMIT_DATA, limits["memory_mb"] * MEGABYTE + UNTOUCHED),
                         (resource.RLIMIT_FSIZE, limits["file_mb"] * MEGABYTE),
                         (resource.RLIMIT_NPROC, limits["processes"])):
        hard = resource.getrlimit(which)[1]
        bound = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(which, (bound, bound))
