"""A package as its user meets it, without building one: its layout is imitated with links to this clone. Files are found without
ASSAY_HOME, environments are made (here: found in the cache) when they are first needed, nothing is written beside the program, and what
cannot be had is said."""
import json
import os
import shutil
import stat
import subprocess
import sys
import tempfile

from _assay import BIN, HOME, check, finish, need_environment

READY = f"{HOME}/build/envs/onnxruntime"
need_environment("onnxruntime")
LENET = f"{HOME}/examples/lenet.onnx"


def imitate_package(prefix):
    home = f"{prefix}/share/assay"
    for folder in (f"{prefix}/bin", f"{home}/workers"):
        os.makedirs(folder)
    shutil.copy2(BIN, f"{prefix}/bin/assay")
    for name in ("backends", "bugs", "data", "envs", "pool", "prompts", "scripts"):
        os.symlink(f"{HOME}/{name}", f"{home}/{name}")
    # The scripts go by where they lie.
    os.unlink(f"{home}/scripts")
    shutil.copytree(f"{HOME}/scripts", f"{home}/scripts", ignore=shutil.ignore_patterns("__pycache__"))
    os.symlink(f"{HOME}/workers/python", f"{home}/workers/python")
    os.makedirs(f"{home}/workers/bin")
    for name in ("onnxruntime-worker", "openvino-worker"):
        os.symlink(os.path.join(os.environ["ASSAY_WORKERS_BIN"], name), f"{home}/workers/bin/{name}")
    with open(f"{home}/PACKAGE", "w", encoding="utf-8") as file:
        file.write("version 0\nlocks 0123456789abcdef\n")
    return home


class User:
    """Somebody with a cache of their own. `shares`: it holds what was made for this clone."""

    def __init__(self, folder, program, shares):
        self.program, self.cache, self.cwd = program, f"{folder}/cache", f"{folder}/work"
        os.makedirs(self.cwd)
        os.makedirs(f"{self.cache}/assay")
        if shares:
            os.symlink(os.path.dirname(os.path.realpath(READY)), f"{self.cache}/assay/envs")

    def assay(self, *words, **more):
        environment = {key: value for key, value in os.environ.items() if not key.startswith(("ASSAY_", "PIP_"))}
        return subprocess.run([self.program, *words], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=120, cwd=self.cwd,
                              env={**environment, "XDG_CACHE_HOME": self.cache, **more})

    def links(self):
        return os.listdir(f"{self.cache}/assay/links/0123456789abcdef") if os.path.isdir(f"{self.cache}/assay/links") else []


def targets_of(run):
    return {one["name"]: one for one in json.loads(run.stdout or '{"targets": []}')["targets"]}


def first_use(user):
    r = user.assay("targets", "--json")
    listed = {one["name"]: one for one in json.loads(r.stdout or "[]")}
    check("a package finds its files", r.returncode == 0 and "onnxruntime" in listed, r.stderr)
    check("nothing is made before it is needed", user.links() == [] and not listed["onnxruntime"]["ready"], listed["onnxruntime"])
    check("a target says what it would cost", "MB to download" in listed["onnxruntime"]["reason"] and
          listed["onnxruntime"]["fix"] == "assay targets add onnxruntime", listed["onnxruntime"])
    check("a worker that is not included is explained", "package does not include" in listed["opencv"]["reason"], listed["opencv"])
    r = user.assay("check", LENET, "--targets", "reference", "--json")
    check("the reference needs nothing", r.returncode == 0 and user.links() == [], r.stderr)
    r = user.assay("check", LENET, "--targets", "onnxruntime,onnxruntime:opt=off", "--json", PATH="/nowhere")
    check("a named target is made, whatever the PATH", r.returncode == 0 and user.links() == ["onnxruntime"] and
          all(one["status"] == "ok" for one in targets_of(r).values()), r.stdout + r.stderr)
    r = user.assay("targets", "add", "openvino")
    check("targets add", r.returncode == 0 and sorted(user.links()) == ["onnxruntime", "openvino"] and "openvino is ready" in r.stderr, r.stderr)
    r = user.assay("bugs", "new", "-l", "torch", "-i", "1", "--oracle", "value")
    check("a package is not written", r.returncode == 2 and "--db" in r.stderr, r.stderr)


def nothing_ready(user):
    r = user.assay("check", LENET, "--json")
    check("the first framework comes by itself", r.returncode == 0 and {"reference", "onnxruntime"} <= set(targets_of(r)), r.stdout + r.stderr)
    check("and others are pointed out", "assay targets add torch" in r.stderr, r.stderr)
    r = user.assay("check", LENET, "--json")
    check("once", "beginning with" not in r.stderr, r.stderr)


def no_network(user):
    nowhere = {"PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_CONFIG_FILE": "/dev/null", "PIP_NO_CACHE_DIR": "1"}
    r = user.assay("check", LENET, "--targets", "onnxruntime", **nowhere)
    check("what cannot be had is said", r.returncode == 2 and "MB to download" in r.stderr and "package index" in r.stderr and
          "assay targets add onnxruntime" in r.stderr, r.stderr)
    check("and nothing is left of it", user.links() == [] and not [name for name in os.listdir(f"{user.cache}/assay/envs")
                                                                  if not name.endswith(".lock")], os.listdir(f"{user.cache}/assay/envs"))
    r = user.assay("check", LENET, "--json", **nowhere)
    check("the reference works all the same", r.returncode == 0 and set(targets_of(r)) == {"reference"}, r.stdout + r.stderr)


def no_venv(user, folder):
    """A Python without ensurepip, as Debian has it without python3-venv."""
    python = f"{folder}/python-without-venv"
    with open(python, "w", encoding="utf-8") as file:
        file.write(f"#!{sys.executable} -S\nimport sys\nsys.modules['ensurepip'] = None\nexec(sys.argv.pop(2))\n")
    os.chmod(python, os.stat(python).st_mode | stat.S_IXUSR)
    script = f". {HOME}/scripts/lib.sh; find_python() {{ return 1; }}; why_no_python"
    r = subprocess.run(["bash", "-c", script], capture_output=True, text=True, env={**os.environ, "ASSAY_PYTHON": python})
    check("a Python without venv is told from none", f"({python}) lacks the modules venv and ensurepip" in r.stdout, r.stdout + r.stderr)
    r = user.assay("doctor", "--json")
    rows = {one["what"]: one for one in json.loads(r.stdout or "[]")}
    check("doctor tells where things are", "(a package)" in rows["home"]["detail"] and user.cache in rows["cache"]["detail"] and
          rows["Python for environments"]["works"] and not rows["environment torch"]["works"] and "dashboard's pages" in rows, rows)


with tempfile.TemporaryDirectory() as place:
    home = imitate_package(f"{place}/prefix")
    before = sorted(os.listdir(home))
    program = f"{place}/prefix/bin/assay"
    first_use(User(f"{place}/one", program, True))
    nothing_ready(User(f"{place}/two", program, True))
    lonely = User(f"{place}/three", program, False)
    no_network(lonely)
    no_venv(lonely, place)
    check("nothing is written beside the program", sorted(os.listdir(home)) == before, os.listdir(home))
finish()
