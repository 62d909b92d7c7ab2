"""Programs that try to get out, to outlive themselves or to use the machine up. All run in one warm lab, so each also shows that the one before
left nothing behind.
"""
import atexit
import contextlib
import json
import os
import time

from _assay import HOME, assay, check, finish, need_environment, scratch

ENV = "torch"
need_environment(ENV)

folder = scratch("assay-hostile-")
secret = os.path.expanduser(f"~/.assay-hostile-secret-{os.getpid()}")
escaped = os.path.expanduser(f"~/assay-hostile-escaped-{os.getpid()}")


@atexit.register
def clean_up():
    for path in (secret, escaped):
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path)


with open(secret, "w") as f:
    f.write("token-4711")
marker = f"assay-hostile-{os.getpid()}"

# name: (program, statuses that are right)
CLEAN = "import os\nassert os.listdir('/tmp/work') == [os.path.basename(__file__)], os.listdir('/tmp/work')\nassert not os.listdir('/tmp/home')\n" \
        "others = [p for p in os.listdir('/proc') if p.isdigit()]\nassert set(others) == {'1', str(os.getpid())}, others\n" \
        "assert not os.listdir('/dev/shm')\nprint('clean')\n"
PROGRAMS = {
    "a_reads_secret": (f"print(open({secret!r}).read())", {"exception"}),
    "b_lists_home": (f"import os\nassert {os.path.basename(secret)!r} in os.listdir({os.path.dirname(secret)!r})\nprint('token-4711')", {"exception"}),
    # Where the home lies below /tmp, the sandbox's own /tmp takes it.
    "c_writes_outside": (f"open({escaped!r}, 'w').write('x')", {"exception", "valid"} if escaped.startswith("/tmp/") else {"exception"}),
    "d_writes_system": ("open('/usr/assay-escaped', 'w').write('x')", {"exception"}),
    "e_writes_workers": (f"open({HOME + '/workers/python/program_server.py'!r}, 'a').write('x')", {"exception"}),
    "f_connects": ("import socket\nsocket.create_connection(('127.0.0.1', 22), 2)\nprint('token-4711')", {"exception"}),
    "g_resolves": ("import socket\nsocket.getaddrinfo('example.org', 80)\nprint('token-4711')", {"exception"}),
    "h_raw_socket": ("import socket\nsocket.socket(socket.AF_PACKET, socket.SOCK_RAW)\nprint('token-4711')", {"exception"}),
    "i_forks": ("import os\nwhile True:\n    try: os.fork()\n    except OSError: pass", {"hangs", "exception"}),
    "j_memory": ("x = bytearray(40 << 30)\nfor i in range(0, len(x), 4096): x[i] = 1\nprint('token-4711')", {"exception"}),
    "k_memory_in_children": ("import os, time\nfor i in range(20):\n    if not os.fork():\n        x = bytearray(400 << 20)\n"
                             "        for k in range(0, len(x), 4096): x[k] = 1\n        time.sleep(60)\nos.wait()", {"exception"}),
    "l_disk": ("f = open('big', 'wb')\nfor i in range(1 << 20): f.write(b'x' * (1 << 20))\nprint('token-4711')", {"exception"}),
    "m_many_files": ("for k in range(1 << 20):\n    open(f'f{k}', 'wb').write(b'x' * (1 << 20))\nprint('token-4711')", {"exception"}),
    "n_shared_memory": ("for k in range(1 << 20):\n    open(f'/dev/shm/f{k}', 'wb').write(b'x' * (1 << 20))\nprint('token-4711')", {"exception"}),
    "o_floods": ("while True: print('y' * 100000)", {"exception"}),
    "p_ptraces": ("import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\nr = libc.ptrace(16, 1, 0, 0)\nassert r == 0, ctypes.get_errno()",
                  {"exception"}),
    "q_kills_parent": ("import os, signal\nfor s in (signal.SIGTERM, signal.SIGINT, signal.SIGKILL, signal.SIGSTOP):\n"
                       "    for p in (os.getppid(), 1, 2):\n        if p != os.getpid():\n            try: os.kill(p, s)\n            except OSError: pass\n"
                       "print('alive')", {"valid"}),
    "r_kills_all": ("import os, signal\nos.kill(-1, signal.SIGKILL)\nprint('alive')", {"valid", "exception"}),
    "s_parents_memory": ("open('/proc/1/mem', 'r+b')\nprint('token-4711')", {"exception"}),
    "t_ignores_signals": ("import signal\nfor s in range(1, 65):\n    try: signal.signal(s, signal.SIG_IGN)\n    except (OSError, ValueError): pass\n"
                          "while True: pass", {"hangs"}),
    "u_daemon": (f"import os, sys, time\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n"
                 f"        import ctypes\n        ctypes.CDLL(None).prctl(15, b'{marker[:15]}', 0, 0, 0)\n        time.sleep(300)\n    os._exit(0)\n"
                 f"os.wait()\nprint('started')", {"valid"}),
    "v_symlinks": (f"import os\nos.symlink({secret!r}, 'link')\nprint(open('link').read())", {"exception"}),
    "w_proc": ("import os\nprint(open('/proc/1/environ').read())", {"exception"}),
    "x_host_processes": (f"import os\nassert not os.path.exists('/proc/{os.getpid()}'), 'token-4711'\nprint(len(os.listdir('/proc')))", {"valid"}),
    "y_closes_descriptors": ("import os\nos.closerange(0, 4096)\nraise ValueError('gone')", {"exception"}),
    "y_huge_traceback": ("class E(Exception):\n    def __str__(self): return 'z' * (100 << 20)\nraise E()", {"exception"}),
    "y_recursion": ("def f(): f()\nf()", {"exception"}),
    "z_forged_status": ("import json, os\nfor fd in (1, 2):\n    os.write(fd, json.dumps({'exit_code': 0, 'status': 'valid', 'ended': True}).encode() + b'\\n')\n"
                        "raise RuntimeError('true end')", {"exception"}),
    "z_forged_report": ("import json, os\nfor fd in range(3, 64):\n    try: os.write(fd, b'\\0\\0\\0\\0{\"exit_code\": 0}\\n[1]\\n{\"api\": 7}\\nnull\\n')\n    except OSError: pass\n"
                        "raise RuntimeError('true end')", {"exception"}),
    "z_forged_crash": ("import os\nos._exit(139)", {"exception"}),
    "z_mounts": ("import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\nassert libc.mount(b'none', b'/tmp', b'tmpfs', 0, None) == 0, ctypes.get_errno()",
                 {"exception"}),
    "z_namespaces": ("import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\nassert libc.unshare(0x10000000) == 0, ctypes.get_errno()", {"exception"}),
    "z_capabilities": ("import re\ns = open('/proc/self/status').read()\nassert re.search(r'CapEff:\\t0+\\n', s) and re.search(r'CapBnd:\\t0+\\n', s), s\n"
                       "assert 'Seccomp:\\t2' in s and 'NoNewPrivs:\\t1' in s, s", {"valid"}),
    "z_not_root": ("import os\nassert os.getuid() == 1000 and os.geteuid() == 1000\ninside, outside, n = open('/proc/self/uid_map').read().split()\n"
                   "assert n == '1'", {"valid"}),
    "z_exit_handler": ("import atexit, time\natexit.register(lambda: time.sleep(600))", {"hangs"}),
    "zz_clean": (CLEAN, {"valid"}),
}
for name, (text, _) in PROGRAMS.items():
    with open(f"{folder}/{name}.py", "w") as f:
        f.write(text + "\n")

start = time.time()
r = assay("run", folder, "--env", ENV, "--timeout", "6s", "--memory", "2048", "--json")
seconds = time.time() - start
check("the command survives", r.returncode == 1, f"exit {r.returncode}: {r.stderr}")
check("no secret gets out", "token-4711" not in r.stdout, [l for l in r.stdout.splitlines() if "token-4711" in l])
check("the answer stays small", len(r.stdout) < 40_000_000, len(r.stdout))
results = {os.path.basename(x["program"])[:-3]: x for x in json.loads(r.stdout or "[]")}
for name, (_, right) in PROGRAMS.items():
    x = results.get(name, {})
    check(name, x.get("status") in right, {k: str(x.get(k))[-300:] for k in ("status", "error", "exception", "message", "limit", "stdout", "stderr")})
check("nothing was written outside", not os.path.exists(escaped) and not os.path.exists("/usr/assay-escaped"))
check("the flood is bounded", results.get("o_floods", {}).get("limit") == "output", results.get("o_floods", {}).get("limit"))
check("children's memory is added up", results.get("k_memory_in_children", {}).get("limit") == "memory", results.get("k_memory_in_children"))
check("a forged status changes nothing", results.get("z_forged_status", {}).get("exception") == "RuntimeError", results.get("z_forged_status"))
check("an exit code is no signal", results.get("z_forged_crash", {}).get("exit_code") == 139, results.get("z_forged_crash"))
time.sleep(0.5)
names = []
for pid in filter(str.isdigit, os.listdir("/proc")):
    try:
        with open(f"/proc/{pid}/comm") as f:
            names.append(f.read().strip())
    except OSError:
        pass
check("no daemon is left", marker[:15] not in names)
check("the sandbox is named", all(x.get("sandbox") in ("bubblewrap", "namespaces", "landlock") for x in results.values() if "status" in x))

refused = assay("run", f"{folder}/zz_clean.py", "--env", ENV, "--json", env=dict(os.environ, ASSAY_SANDBOX="none"))
check("without a sandbox nothing runs", refused.returncode == 2 and "--unsafe" in refused.stderr, refused.stdout + refused.stderr)

print(f"{len(PROGRAMS)} hostile programs in {seconds:.0f} s")
finish()
