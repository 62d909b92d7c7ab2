"""The same attacks on every strength of sandbox, in an environment that imports nothing: what is reached from inside, what can be used up, and
whether a program can spoil its own record.
"""
import json
import os
import socket
import threading

from _assay import assay, check, finish, need_environment, scratch

ENV = "onnxruntime"
need_environment(ENV)

folder = scratch("assay-hostile-")
reached = []


def listen(kind, address):
    """A service of the user that a program must not reach."""
    s = socket.socket(*kind)
    s.bind(address)
    if kind[1] == socket.SOCK_STREAM:
        s.listen()
        threading.Thread(target=lambda: [reached.append(s.accept()[1] or address) for _ in range(9)], daemon=True).start()
    else:
        threading.Thread(target=lambda: [reached.append(s.recv(9)) for _ in range(9)], daemon=True).start()
    return s.getsockname()


abstract = f"\0assay-hostile-{os.getpid()}"
listen((socket.AF_UNIX, socket.SOCK_STREAM), abstract)
listen((socket.AF_UNIX, socket.SOCK_STREAM), f"{folder}/stream")
listen((socket.AF_UNIX, socket.SOCK_DGRAM), f"{folder}/datagram")
port = listen((socket.AF_INET, socket.SOCK_STREAM), ("127.0.0.1", 0))[1]
for name in os.listdir(folder):
    os.chmod(f"{folder}/{name}", 0o777)
os.chmod(folder, 0o755)

LIBC = """import ctypes
libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
libc.madvise.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
libc.memset.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_size_t]
"""
# name: (program, status, exception or None); {"landlock": …} where that one differs.
PROGRAMS = {
    "abstract_socket": (f"import socket\nsocket.socket(socket.AF_UNIX).connect({abstract!r})\nprint('token-4711')", "exception", None),
    "local_socket": (f"import socket\nsocket.socket(socket.AF_UNIX).connect('{folder}/stream')\nprint('token-4711')", "exception", None),
    "datagram": (f"import socket\na, b = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)\na.sendto(b'x', '{folder}/datagram')\nprint('token-4711')",
                 "exception", None),
    "connection": (f"import socket\nsocket.create_connection(('127.0.0.1', {port}), 2)\nprint('token-4711')", "exception", None),
    "variables": ("import os\nassert 'token-4711' not in str(os.environ)\nassert not [k for k in os.environ if 'KEY' in k or 'TOKEN' in k]", "valid", None),
    "other_processes": (f"import os\nfor p in (*range(1, 999), {os.getpid()}, *range(os.getpid() - 99, os.getpid() + 99)):\n    if p == os.getpid(): continue\n"
                        "    for part in ('environ', 'mem', 'maps', 'fd/0'):\n"
                        "        try: assert 'token-4711' not in open(f'/proc/{p}/{part}', errors='replace').read(9999), p\n        except OSError: pass\n"
                        "    if os.path.exists(f'/proc/{p}/cmdline'):\n        try: assert 'assay\\0run' not in open(f'/proc/{p}/cmdline').read(), p\n"
                        "        except PermissionError: pass\n", "valid", None),
    "signals": (f"import os\nassert 'token-4711'\nfor s in range(1, 65):\n    try: os.kill({os.getpid()}, s); print('token-4711')\n    except OSError: pass\n",
                "valid", None),
    "descriptors": ("import os\nassert sorted(map(int, os.listdir('/proc/self/fd')))[:4] == [0, 1, 2, 3]\n"
                    "assert all(os.readlink(f'/proc/self/fd/{k}').startswith(('pipe:', '/dev/null')) for k in range(4))\n"
                    "assert not [k for k in range(4, 512) if os.path.exists(f'/proc/self/fd/{k}') and 'socket' in os.readlink(f'/proc/self/fd/{k}')]", "valid", None),
    # Pages that a process lets go of stay in memory, but are in nobody's count.
    "shared_memory": (LIBC + "n, c = 3 << 30, 64 << 20\np = libc.mmap(None, n, 3, 0x21, -1, 0)\nfor o in range(0, n, c):\n    libc.memset(p + o, 1, c)\n"
                      "    libc.madvise(p + o, c, 4)\nprint('token-4711')", "exception", "LimitExceeded"),
    "hides_memory": (LIBC + "assert libc.prctl(4, 0, 0, 0, 0) == -1", "valid", None),
    # The program ends some time after its child has filled the memory, however long that took on a busy machine.
    "child_of_a_thread": ("import os, threading, time\nr, w = os.pipe()\ndef f():\n    if os.fork() == 0:\n        x = [b'x' * (600 << 20) for _ in range(2)]\n"
                          "        os.write(w, b'full')\n        time.sleep(60)\n    os.close(w)\n    os.read(r, 4)\n    time.sleep(4)\n"
                          "t = threading.Thread(target=f)\nt.start()\nt.join()\nos._exit(3)", "exception", {"landlock": "", "": "LimitExceeded"}),
    "files": ("for k in range(9999):\n    with open(f'f{k}', 'wb') as f: f.write(b'x' * (100 << 20))\nprint('token-4711')", "exception",
              {"landlock": "LimitExceeded", "": "OSError"}),
    "removed_files": ("import os\nheld = []\nfor k in range(9999):\n    held.append(open('f', 'wb'))\n    os.unlink('f')\n    held[-1].write(b'x' * (100 << 20))\n"
                      "print('token-4711')", "exception", {"landlock": "LimitExceeded", "": "OSError"}),
    "many_files": ("for k in range(200000): open(f'f{k}', 'w').close()\nprint('token-4711')", "exception", {"landlock": "LimitExceeded", "": "OSError"}),
    # 32-bit and x32 numbers of calls fail, and do not look like a crash.
    "other_architecture": (LIBC + "import os\nif os.uname().machine == 'x86_64': assert libc.syscall(0x40000000 + 39) == -1", "valid", None),
    "report_nested": ("import os\nos.write(3, b'[' * 200000 + b'\\n')", "valid", None),
    "report_text": ("import os\nos.write(3, b'{\"api\": \"\\\\ud800\"}\\n{\"exception\": \"X\", \"line\": ' + b'9' * 400 + b'}\\n')", "valid", None),
    "forged_failure": ("import os, sys\nsys.stderr.write('program_server.py\\n')\nos._exit(125)", "exception", ""),
    "replaced_exit": ("import os\nos._exit = lambda code: None\nraise KeyError('end')", "exception", "KeyError"),
    "message_without_text": ("class S(str):\n    def __getitem__(self, k): return object()\nclass E(Exception):\n    def __str__(self): return S('x')\nraise E()",
                             "exception", "E"),
    "message_half_character": ("raise ValueError('\\udcff')", "exception", "ValueError"),
    "loopback": ("import socket\ns = socket.create_server(('127.0.0.1', 0))\nsocket.create_connection(s.getsockname(), 2)",
                 {"landlock": "exception", "": "valid"}, None),
    "clean": ("import os\nassert os.listdir('.') == ['clean.py'], os.listdir('.')", "valid", None),
}
names = sorted(PROGRAMS, key=lambda n: n == "clean")
for name in names:
    with open(f"{folder}/{name}.py", "w") as f:
        f.write(PROGRAMS[name][0] + "\n")


def expected(wanted, strength):
    return wanted.get(strength, wanted.get("")) if isinstance(wanted, dict) else wanted


for strength in ("bubblewrap", "namespaces", "landlock"):
    r = assay("run", *(f"{folder}/{n}.py" for n in names), "--env", ENV, "--timeout", "60s", "--memory", "1024", "--jobs", "2", "--json",
              env=dict(os.environ, ASSAY_SANDBOX=strength, OPENAI_API_KEY="token-4711", GITHUB_TOKEN="token-4711"))
    results = {os.path.basename(x["program"])[:-3]: x for x in json.loads(r.stdout or "[]")}
    if results and next(iter(results.values())).get("sandbox") != strength:
        print(f"{strength}: not possible on this machine")
        continue
    check(f"{strength}: no secret gets out", "token-4711" not in r.stdout)
    for name in names:
        x, exception = results.get(name, {}), expected(PROGRAMS[name][2], strength)
        ok = x.get("status") == expected(PROGRAMS[name][1], strength) and (exception is None or (x.get("exception") or "") == exception)
        check(f"{strength}: {name}", ok, {k: str(x.get(k))[-300:] for k in ("status", "error", "exception", "message", "limit", "stderr")})
check("no service of the user was reached", not reached, reached)
finish()
