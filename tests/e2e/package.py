"""Wheel and archive of scripts/package, on a machine that has neither compiler nor clone: installed, unpacked, used by several users, killed
while an environment is made."""
import glob
import json
import os
import re
import signal
import subprocess
import tempfile
import time
import urllib.request

from _assay import HOME as PROJECT, check, failures, finish, skip
from _bare_root import HOME, BareRoot, need

GLIBC = re.compile(r"(linux-vdso|/?\S*ld-linux[\w-]*|lib(c|m|dl|rt|pthread|resolv|util|anl|mvec))\.so[.\d]*")
COMPLAINTS = re.compile(r"No such file|does not exist|cannot be read|not found|Traceback", re.I)
LENET = f"{HOME}/lenet.onnx"


def make_package(out):
    start = time.monotonic()
    done = subprocess.run([f"{PROJECT}/scripts/package", "--out", out], stdin=subprocess.DEVNULL)
    check("the package is made", done.returncode == 0, done.returncode)
    wheels, archives = glob.glob(f"{out}/*.whl"), glob.glob(f"{out}/*.tar.gz")
    check("one wheel and one archive, of this machine", len(wheels) == len(archives) == 1 and os.uname().machine in wheels[0], os.listdir(out))
    if failures:
        finish()
    sizes = [os.path.getsize(path) / 1e6 for path in (wheels[0], archives[0])]
    check("small enough", max(sizes) < 60, sizes)
    print(f"made in {time.monotonic() - start:.0f} s: {os.path.basename(wheels[0])} {sizes[0]:.1f} MB, {os.path.basename(archives[0])} {sizes[1]:.1f} MB",
          flush=True)
    return wheels[0], archives[0]


def well(root, what, words, **more):
    """Runs it; it must end well and complain of nothing. Returns what it printed."""
    start = time.monotonic()
    r = root.run(*words, **more)
    check(what, r.returncode == 0 and not COMPLAINTS.search(r.stdout + r.stderr), f"{r.returncode} {r.stdout[-2000:]} {r.stderr[-2000:]}")
    print(f"  {what}: {time.monotonic() - start:.1f} s", flush=True)
    return r.stdout


def check_libraries(root, tree):
    """Nothing of the system but glibc is used."""
    for program in ("bin/assay", "share/assay/workers/bin/onnxruntime-worker", "share/assay/workers/bin/openvino-worker"):
        for name, path in re.findall(r"^\s*(\S+)(?: => (.+?))?(?: \(0x\w+\))?$", well(root, f"ldd {program}", ["ldd", f"{tree}/{program}"]), re.M):
            own = bool(path) and os.path.normpath(path).startswith(f"{tree}/lib/")
            check(f"{program} brings {name}", GLIBC.fullmatch(name) or own, path)


def serve(root, assay):
    server = root.start(assay, "serve", "--port", "0", "--json", "--store", "found.db")
    try:
        url = json.loads(server.stdout.readline())["url"]
        with urllib.request.urlopen(url, timeout=60) as page:
            check("the dashboard has pages", b"app/main.js" in page.read(), page.status)
        with urllib.request.urlopen(f"{url}help/guide/find-bugs.html", timeout=60) as page:
            check("the documentation is under Help", b"<h1" in page.read(), page.status)
        for path in ("overview", "targets", "findings"):
            with urllib.request.urlopen(f"{url}api/{path}", timeout=120) as page:
                check(f"the dashboard answers {path}", isinstance(json.load(page), (dict, list)))
    except (OSError, ValueError) as error:
        check("the dashboard runs", False, f"{error}: {server.stderr.read() if server.poll() is not None else ''}")
    finally:
        server.kill()
        server.wait()


def use(root, assay, **more):
    """Every command that a new user tries."""
    out = json.loads(well(root, "check by the reference", [assay, "check", LENET, "--targets", "reference", "--json"], **more) or "{}")
    check("the reference answers", [one["status"] for one in out.get("targets", [])] == ["ok"], out)
    out = json.loads(well(root, "check by ONNX Runtime", [assay, "check", LENET, "--targets", "onnxruntime", "--json"], **more) or "{}")
    check("ONNX Runtime answers", [one["status"] for one in out.get("targets", [])] == ["ok"], out)
    r = root.run(assay, "fuzz", "--cases", "200", "--targets", "onnxruntime", "--seed", "1", "--store", "found.db", "--json", **more)
    check("fuzz", r.returncode in (0, 1) and json.loads(r.stdout or "{}").get("cases", 0) >= 200 and not COMPLAINTS.search(r.stderr),
          f"{r.returncode} {r.stdout[-2000:]} {r.stderr[-2000:]}")
    said = well(root, "targets", [assay, "targets"], **more)
    check("targets explains what is not carried", "package does not include its worker" in said, said)
    rows = {one["what"]: one for one in json.loads(well(root, "doctor", [assay, "doctor", "--json"], **more) or "[]")}
    for what in ("home", "cache", "Python for environments", "environment onnxruntime", "target onnxruntime", "certified reference", "dashboard's pages"):
        check(f"doctor is content with {what}", rows.get(what, {}).get("works"), rows.get(what))
    check("bugs are listed", len(well(root, "bugs list-tests", [assay, "bugs", "list-tests"], **more).splitlines()) > 10)
    check("topics have their pages", "bubblewrap" in well(root, "help sandbox", [assay, "help", "sandbox"], **more))
    well(root, "judge --help", [assay, "judge", "--help"], **more)
    r = root.run(assay, "issues", "pool", **more)  # the programs it lists tell of complaints
    check("pool", r.returncode == 0 and len(r.stdout.splitlines()) > 50 and not r.stderr, f"{r.returncode} {r.stderr}")


def install(root, wheel):
    inside = f"{HOME}/{os.path.basename(wheel)}"
    os.link(wheel, f"{root.home}/{os.path.basename(wheel)}")
    well(root, "a venv", [root.python_inside, "-m", "venv", f"{HOME}/venv"])
    well(root, "pip install", [f"{HOME}/venv/bin/pip", "install", "--no-index", "--disable-pip-version-check", inside])
    well(root, "pip install --target", [f"{HOME}/venv/bin/pip", "install", "--no-index", "--disable-pip-version-check", "--no-compile", "--target",
                                        f"{HOME}/target", inside])
    check("man finds its page", os.path.getsize(f"{root.home}/venv/share/man/man1/assay.1") > 10_000)
    os.symlink(f"{HOME}/venv/bin/assay", f"{root.home}/linked")
    for words in ([f"{HOME}/target/bin/assay"], [f"{HOME}/linked"], [f"{HOME}/venv/bin/python", "-m", "assay"]):
        check(f"{words} is the program", well(root, " ".join(words), [*words, "--version"]).startswith("assay "))
    return f"{HOME}/venv/bin/assay", os.path.dirname(glob.glob(f"{root.home}/venv/lib/python3*/site-packages/assay/__init__.py")[0])


def nowhere(root, assay):
    """No program can be found by its name."""
    out = well(root, "a PATH that leads nowhere", [assay, "check", LENET, "--targets", "reference,onnxruntime", "--json"], PATH=f"{HOME}/venv/bin:/nowhere")
    check("the reference answers there", "reference" in out, out)


def others(root, assay, environment):
    """Somebody else with the same, read-only installation, and nothing named: the first framework comes by itself."""
    more = ["--ro-bind", f"{root.home}/venv", f"{HOME}/venv", "--tmpfs", "/home/other", "--ro-bind", environment,
            f"/home/other/.cache/assay/envs/{os.path.basename(environment)}"]
    r = root.run(assay, "check", LENET, "--json", more=more, HOME="/home/other")
    check("a second user", r.returncode == 0 and "beginning with onnxruntime" in r.stderr and "assay targets add" in r.stderr and
          {"reference", "onnxruntime"} <= {one["name"] for one in json.loads(r.stdout)["targets"]}, r.stdout[-2000:] + r.stderr)


def killed(root, assay):
    """An environment that was being made when everything died."""
    envs = f"{root.home}/.cache/assay/envs"
    maker = root.start(assay, "targets", "add", "netron")
    deadline = time.monotonic() + 60
    while not glob.glob(f"{envs}/netron-*.new/bin/python") and maker.poll() is None and time.monotonic() < deadline:
        time.sleep(0.05)
    maker.send_signal(signal.SIGKILL)
    maker.wait()
    check("it was killed in time", glob.glob(f"{envs}/netron-*.new"), os.listdir(envs))
    rows = {one["what"]: one for one in json.loads(well(root, "doctor after that", [assay, "doctor", "--json"]) or "[]")}
    check("what was there still works", rows["target onnxruntime"]["works"], rows["target onnxruntime"])
    r = root.run(assay, "targets", "add", "netron")
    if r.returncode == 2 and "package index" in r.stderr:
        print("  not made again: no package index can be reached from here")
        return
    check("it is made again", r.returncode == 0 and "done in" in r.stderr and not glob.glob(f"{envs}/*.new"), r.stderr)


need("bwrap", "cmake", "ninja", "objdump", "dpkg-query")
environment = subprocess.run([f"{PROJECT}/scripts/make-env", "onnxruntime"], capture_output=True, text=True)
if environment.returncode != 0:
    skip(environment.stderr.strip())
environment = environment.stdout.strip()
python = subprocess.run([f"{PROJECT}/scripts/find-python"], capture_output=True, text=True).stdout.split(" (")[0]

with tempfile.TemporaryDirectory() as place:
    os.makedirs(f"{place}/home/.cache/assay/envs")
    wheel, archive = make_package(f"{place}/out")
    with open(f"{PROJECT}/examples/lenet.onnx", "rb") as model, open(f"{place}/home/lenet.onnx", "wb") as copy:
        copy.write(model.read())
    root = BareRoot(f"{place}/home", python, {environment: f"{HOME}/.cache/assay/envs/{os.path.basename(environment)}"})
    check("no compiler, no clone", root.run("sh", "-c", f"command -v gcc cc c++ cmake ninja ld || ls {PROJECT}").returncode != 0)

    print("the wheel", flush=True)
    assay, package = install(root, wheel)
    package = package.replace(root.home, HOME)
    check_libraries(root, package)
    read_only = {"more": ["--ro-bind", f"{root.home}/venv", f"{HOME}/venv"]}
    use(root, assay, **read_only)
    nowhere(root, assay)
    serve(root, assay)
    others(root, assay, environment)
    killed(root, assay)

    print("the archive", flush=True)
    os.makedirs(f"{root.home}/some where/else")
    subprocess.run(["tar", "-xzf", archive, "-C", f"{root.home}/some where/else"], check=True)
    tree = f"{HOME}/some where/else/{os.path.basename(archive).removesuffix('.tar.gz')}"
    os.unlink(f"{root.home}/found.db")
    check_libraries(root, tree)
    use(root, f"{tree}/bin/assay", PATH=f"{os.path.dirname(root.python_inside)}:/usr/bin")
    serve(root, f"{tree}/bin/assay")
    check("what others call is the program", well(root, "its launcher", [f"{tree}/share/assay/assay", "--version"]).startswith("assay "))
finish()
