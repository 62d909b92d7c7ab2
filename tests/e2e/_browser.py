"""What the browser tests share: stores to look at, the server, and the part that runs in Node.js."""
import json
import os
import shutil
import signal
import subprocess
import time
import urllib.error
import urllib.request

from _assay import BACKENDS, HOME, assay, check, finish, free_port, skip, start_assay

HERE = os.path.dirname(os.path.abspath(__file__))
TOKEN = "a-token-for-tests-0123456789"
# What must never act, wherever it stands.
HOSTILE = "<img src=x onerror=\"alert('a')\">'\"><script>alert('b')</script><svg onload=alert('c')>{{7*7}}javascript:alert('d')"


def tools():
    """The browser, Node.js and the packages; ends the test as skipped when one is missing."""
    chromium = next((path for path in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")) if path), None)
    found = subprocess.run([os.path.join(HOME, "scripts", "fetch-web"), "--dev", "--path"], capture_output=True, text=True)
    for what, there in (("chromium", chromium), ("node", shutil.which("node")), ("the npm packages of web/", found.returncode == 0)):
        if not there:
            skip(f"{what} is missing; run scripts/setup --dev")
    return {"chromium": chromium, "packages": found.stdout.strip()}


class Server:
    """`assay serve` on a store; has the address `base`."""

    def __init__(self, store, *args):
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}/"
        token_file = store + ".token"
        with open(token_file, "w") as f:
            f.write(TOKEN + "\n")
        os.chmod(token_file, 0o600)
        self.process = start_assay("serve", "--port", str(self.port), "--store", store, "--token-file", token_file, "--backend-dir", BACKENDS, *args,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)

    def __enter__(self):
        deadline = time.time() + 120
        while time.time() < deadline and self.process.poll() is None:
            try:
                urllib.request.urlopen(self.base + "api/overview", timeout=30).read()
                return self
            except urllib.error.HTTPError:
                return self
            except OSError:
                time.sleep(0.2)
        self.stop()
        check("assay serve answers", False)
        finish()

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGTERM)
        try:
            self.process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)

    def get(self, path):
        return json.load(urllib.request.urlopen(self.base + path, timeout=120))


def planted_store(path):
    """Findings of several kinds on the planted worker, reduced and grouped, and a small campaign."""
    folder = os.path.dirname(path)
    target = "planted:hard-swish-slope+trilu-ignores-k"
    common = ["--store", path, "--backend-dir", BACKENDS]
    models = {
        "slope": "graph (x: float32[4,6]) -> (y, z) { h = Neg(x)  y = HardSwish(h)  z = Relu(h) }\n",
        "trilu": "graph (x: float32[3,3]) -> (y) { k: int64[] = [1]\n y = Trilu(x, k) }\n",
    }
    for name, text in models.items():
        with open(f"{folder}/{name}.txt", "w") as f:
            f.write(text)
        done = assay("check", f"{folder}/{name}.txt", "--seed", "3", "--targets", target, *common)
        check(f"check finds the fault of {name}", done.returncode == 1, (done.returncode, done.stdout[-1000:], done.stderr[-1000:]))
    done = assay("fuzz", "--cases", "60", "--targets", target, "--seeds", "none", "--operators", "HardSwish,Trilu", "--seed", "7", "--quiet", *common)
    check("fuzz finds faults", done.returncode == 1, (done.returncode, done.stdout[-1000:], done.stderr[-1000:]))
    done = assay("findings", "triage", *common)
    check("triage works on all", done.returncode == 0, (done.stdout[-1000:], done.stderr[-1000:]))
    return path


def run(found, parts):
    """Runs files of tests/e2e/browser in one browser, each with its settings."""
    settings = {**found, "parts": parts}
    done = subprocess.run(["node", os.path.join(HERE, "browser", "run.mjs")], env={**os.environ, "ASSAY_BROWSER_TEST": json.dumps(settings)}, timeout=580)
    check("everything holds in the browser", done.returncode == 0, done.returncode)


def all_pages(server):
    """The addresses of every page, with one finding and one campaign of the store."""
    finding = server.get("api/findings")["findings"][0]["id"]
    campaign = server.get("api/campaigns")["campaigns"][0]["id"]
    return ["#/", "#/campaigns", f"#/campaigns/{campaign}", f"#/compare?ids={campaign}", "#/findings", "#/findings?kind=wrong&group=1", f"#/findings/{finding}", "#/targets",
            "#/programs/judge", "#/programs/optbug", "#/programs/mirror", "#/bugs", "#/bugs/scoreboard", "#/study", "#/nowhere"]
