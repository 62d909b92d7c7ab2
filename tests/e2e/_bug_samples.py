"""Samples for the tests of `assay bugs`: a small database with the traps that the real one has, and a package index of one wheel.

The wheel is a stand-in for pytest, so that nothing is fetched from anywhere: it runs the functions of one file and calls the hooks of
plugins as pytest does, with the same exit codes.
"""
import base64
import hashlib
import os
import zipfile

from _assay import skip

HEADER = ("Issue #,PR #,Title,Reproduced,Issue Status,Device,API,Reported,Buggy Version,Nightly,Buggy File(s),Buggy Function(s),"
          "Buggy API,Type,Remarks,Issue Link,PR Link")

PYTEST = '''
import importlib, sys, traceback
from _pytest.python_api import RaisesContext

class Skipped(Exception):
    pass

def raises(kind):
    return RaisesContext(kind)

def skip(reason):
    raise Skipped(reason)

class Report:
    def __init__(self, when, outcome, text=""):
        self.nodeid, self.when, self.outcome, self.failed, self.longreprtext = "t", when, outcome, outcome == "failed", text
        self.longrepr = type("R", (), {"reprcrash": type("C", (), {"message": text})()})()

def main(words):
    plugins = [importlib.import_module(words[i + 1]) for i, w in enumerate(words) if w == "-p" and not words[i + 1].startswith("no:")]
    def call(hook, *args):
        for plugin in plugins:
            if hasattr(plugin, hook):
                getattr(plugin, hook)(*args)
    call("pytest_configure", None)
    scope, code, ran = {"__name__": "t", "__file__": words[-1]}, 0, 0
    try:
        exec(compile(open(words[-1]).read(), words[-1], "exec"), scope)
    except Exception as error:
        call("pytest_collectreport", Report("collect", "failed", f"{type(error).__name__}: {error}"))
        code = 2
    for name, function in list(scope.items()) if code == 0 else []:
        if not name.startswith("test"):
            continue
        ran += 1
        try:
            function()
            call("pytest_runtest_logreport", Report("call", "passed"))
        except Skipped:
            call("pytest_runtest_logreport", Report("call", "skipped"))
        except Exception as error:
            traceback.print_exc()
            call("pytest_runtest_logreport", Report("call", "failed", f"{type(error).__name__}: {error}"))
            code = 1
    if code == 0 and ran == 0:
        code = 5
    call("pytest_sessionfinish", None, code)
    return code
'''
RAISES = '''
class RaisesContext:
    def __init__(self, kind):
        self.expected_exception = kind
    def __enter__(self):
        return self
    def __exit__(self, kind, value, trace):
        if kind is None:
            raise AssertionError(f"DID NOT RAISE {self.expected_exception}")
        return issubclass(kind, self.expected_exception)
'''


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", newline="") as file:
        file.write(text)


def wheel(folder, name, version, files):
    """A wheel of plain Python files; returns its name."""
    file = f"{name}-{version}-py3-none-any.whl"
    info = f"{name}-{version}.dist-info"
    files = {**files, f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
             f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: hand\nRoot-Is-Purelib: true\nTag: py3-none-any\n"}
    record = ""
    for path, text in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).decode().rstrip("=")
        record += f"{path},sha256={digest},{len(text.encode())}\n"
    os.makedirs(folder, exist_ok=True)
    with zipfile.ZipFile(f"{folder}/{file}", "w", zipfile.ZIP_DEFLATED) as out:
        for path, text in {**files, f"{info}/RECORD": record + f"{info}/RECORD,,\n"}.items():
            out.writestr(path, text)
    return file


def publish(root, name, version, files):
    """Puts a wheel on the index below `root`."""
    folder = f"{root}/simple/{name}"
    wheel(folder, name, version, files)
    names = sorted(f for f in os.listdir(folder) if f.endswith(".whl"))
    write(f"{folder}/index.html", "".join(f'<a href="{f}">{f}</a>\n' for f in names))


def make_index(root):
    publish(root, "pytest", "8.0.0", {"pytest/__init__.py": PYTEST, "pytest/__main__.py": "import sys, pytest\nsys.exit(pytest.main(sys.argv[1:]))\n",
                                      "_pytest/__init__.py": "", "_pytest/python_api.py": RAISES})
    # A library with a bug that its second version mends.
    for version, right in (("1.0", "False"), ("1.1", "True")):
        publish(root, "samplelib", version, {"samplelib.py": f"RIGHT = {right}\ndef half(x):\n    return x / 2 if RIGHT else x // 2\n"})


def need_environments(error):
    """Ends the test, as skipped, where `error` of the program says that no bug can be run here."""
    if "cannot make environments" in error or "no sandbox works" in error:
        skip(error.strip())


def variables(root):
    """For assay: caches of its own, and no index but the one below `root`."""
    out = {k: v for k, v in os.environ.items() if not k.startswith("PIP_")}
    return {**out, "PIP_CONFIG_FILE": os.devnull, "PIP_INDEX_URL": f"file://{root}/simple", "PIP_DISABLE_PIP_VERSION_CHECK": "1",
            "XDG_CACHE_HOME": f"{root}/cache", "XDG_DATA_HOME": f"{root}/data"}


def add_bug(db, library, number, test, requirements="", script=None, **files):
    folder = f"{db}/{library}/issue_{number}"
    write(f"{folder}/test_issue_{number}.py", test)
    write(f"{folder}/requirements.txt", requirements)
    write(f"{folder}/reproduce_bug.sh", script or f"conda create -n issue_{number} pip\npip install -r requirements.txt\npytest -sx\n")
    for name, text in files.items():
        write(f"{folder}/{name.replace('__', '.')}", text)


def make_database(db):
    add_bug(db, "jax", 101, "def test_f():\n    assert 0.1 + 0.2 != 0.3\n")
    add_bug(db, "jax", 103, "def test_f():\n    assert 1 + 1 == 3\n")
    add_bug(db, "jax", 104, "import pytest\ndef test_f():\n    with pytest.raises(Exception):\n        import no_such_module_here\n")
    add_bug(db, "jax", 105, "import pytest\ndef test_f():\n    with pytest.raises(RuntimeError):\n        raise RuntimeError('Found no NVIDIA driver on your system')\n")
    add_bug(db, "jax", 106, "import pytest\ndef test_f():\n    pytest.skip('not here')\n")
    add_bug(db, "jax", 107, "import os\ndef test_f():\n    os.abort()\n")
    add_bug(db, "jax", 108, "import pytest\ndef test_f():\n    with pytest.raises(ValueError) as e:\n        raise ValueError('bad shape')\n")
    add_bug(db, "pytorch", 201, "import os\nos.environ['NO_SUCH_VARIABLE_HERE']\ndef test_f():\n    pass\n")
    add_bug(db, "pytorch", 202, "def test_f():\n    pass\n", "torch==2.2.0\n", "docker build -t x .\ndocker run --gpus all x\n")
    add_bug(db, "pytorch", 203, "def test_f():\n    pass\n", "samplelib==0.5\n")
    add_bug(db, "pytorch", 204, "def test_f():\n    pass\n", script="if [[ \"$OSTYPE\" != \"darwin\"* ]]; then\n  exit 2\nfi\n")
    add_bug(db, "tensorflow", "tfsa2022090",
            "import subprocess, sys\ndef test_f():\n    p = subprocess.run(['python', 'buggy_code.py'])\n    assert p.returncode == -6\n",
            buggy_code__py="import os\nos.abort()\n")
    rows = {"jax": "101,102,Sum is off,Yes,Closed,CPU,,1/2/2024,0.4.20,No,\"a.py,b.py\",f,jnp.add,Incorrect output,,link,link\r\n"
                   "103,,Never reproduces,Yes,Closed,CPU,,1/2/1024,0.4.20,No,a.py,f,jnp.add,error not raised,,link,\r\n",
            "pytorch": "202,,Needs a GPU,Yes,Open,GPU,CUDA,3/4/2024,2.2.0,No,,,torch.add,Segmentation fault,,link,\r\n", "tensorflow": ""}
    for library, text in rows.items():
        write(f"{db}/bug_dataset_{library}.csv", ",Filter: x,,,,,,,,,,,,,,,\r\n" + HEADER + "\r\n" + text)


WANT = {("jax", "101"): "reproduced", ("jax", "103"): "failed", ("jax", "104"): "failed", ("jax", "105"): "failed", ("jax", "106"): "failed",
        ("jax", "107"): "failed", ("jax", "108"): "reproduced", ("pytorch", "201"): "failed", ("pytorch", "202"): "unsat prereqs",
        ("pytorch", "203"): "unsat prereqs", ("pytorch", "204"): "unsat prereqs", ("tensorflow", "tfsa2022090"): "reproduced"}
