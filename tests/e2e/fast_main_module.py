"""Programs under `assay run` see the same world as under `python program.py`: each is run in both ways, and must print the same."""
import json
import os
import subprocess
import tempfile

from _assay import assay, check, finish, need_environment, python_of

ENV = "onnxruntime"  # imports nothing before the program: quick to start
need_environment(ENV)
PROGRAMS = {
    "source": """
import inspect, sys
class Thing:
    def method(self):
        return 42
def twice(x):
    return 2 * x
print(inspect.getsource(Thing), inspect.getsource(twice), inspect.getsource(sys.modules["__main__"])[:10])
print(__name__, len(sys.argv), __spec__, __package__, __doc__, __cached__, __annotations__, type(__loader__).__name__, type(__builtins__).__name__)
print([n for n in globals() if not n.startswith("__")], sorted(n for n in globals() if n.startswith("__")))
assert sys.modules["__main__"].Thing is Thing
""",
    "pickled": """
import copy, dataclasses, enum, pickle
@dataclasses.dataclass
class Point:
    a: int
    b: str = "x"
class Kind(enum.Enum):
    ONE = 1
def f(x): return x
print(pickle.loads(pickle.dumps([Point(1), Kind.ONE])), pickle.loads(pickle.dumps(f)) is f, copy.deepcopy(Point(2)))
""",
    "processes": """
import multiprocessing, sys
def square(x):
    return x * x
if __name__ == "__main__":
    for method in ("fork", "spawn"):
        with multiprocessing.get_context(method).Pool(2) as pool:
            print(method, pool.map(square, [1, 2, 3]), flush=True)
else:
    assert __name__ == "__mp_main__", __name__
""",
    "files": """
import asyncio, concurrent.futures, os, pathlib, subprocess, sys, tempfile, threading
pathlib.Path("x.txt").write_text("hi")
print(open("x.txt").read(), os.path.dirname(os.path.abspath(__file__)) == os.getcwd(), sys.stdin.read() == "")
seen = []
threads = [threading.Thread(target=seen.append, args=(i,)) for i in range(4)]
[t.start() for t in threads], [t.join() for t in threads]
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    print(sorted(seen), list(pool.map(abs, [-1, -2])))
with tempfile.TemporaryDirectory() as folder:
    pathlib.Path(folder, "y").write_text("y")
print(subprocess.run([sys.executable, "-c", "print(3)"], capture_output=True, text=True).stdout)
asyncio.run(asyncio.sleep(0.01))
pathlib.Path("helper_of_mine.py").write_text("V = 3")
import helper_of_mine
print(helper_of_mine.V)
""",
    "ending": """
import atexit, threading, time
class Last:
    def __del__(self): print("gone", flush=True)
last = Last()
_first = Last()
atexit.register(print, "at exit", flush=True)
threading.Thread(target=lambda: (time.sleep(0.2), print("thread ends", flush=True))).start()
""",
    "hook": """
import sys
def hook(kind, error, trace): print("hook", kind.__name__, error, trace.tb_lineno)
sys.excepthook = hook
raise KeyError("mine")
""",
    "testing": """
import typing, unittest
class A:
    b: "B"
class B: pass
print(typing.get_type_hints(A))
class T(unittest.TestCase):
    def test_fine(self): self.assertEqual(1, 1)
unittest.main(argv=["x"], exit=True)
""",
}

with tempfile.TemporaryDirectory() as folder:
    for name, text in PROGRAMS.items():
        with open(f"{folder}/{name}.py", "w") as f:
            f.write(text)
    r = assay("run", folder, "--env", ENV, "--jobs", "2", "--json")
    results = {os.path.basename(x["program"])[:-3]: x for x in json.loads(r.stdout or "[]")}
    for name in PROGRAMS:
        os.mkdir(f"{folder}/{name}")
        os.rename(f"{folder}/{name}.py", f"{folder}/{name}/{name}.py")
        plain = subprocess.run([python_of(ENV), f"{name}.py"], capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL, cwd=f"{folder}/{name}")
        seen = results.get(name, {})
        check(f"{name} prints the same", seen.get("stdout") == plain.stdout, (plain.stdout, seen.get("stdout"), plain.stderr, seen.get("stderr")))
        check(f"{name} ends the same", seen.get("exit_code") == plain.returncode, (plain.returncode, plain.stderr, seen))
        check(f"{name} has no messages", seen.get("lint") == [], seen.get("lint"))
finish()
