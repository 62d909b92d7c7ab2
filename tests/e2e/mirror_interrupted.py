"""A signal while assay mirror run asks a language model: the run ends though the server never answers, keeps what came, and goes on with --resume."""
import http.server
import json
import os
import re
import signal
import subprocess
import tempfile
import threading

from _assay import HANG_SECONDS, assay, assay_json, check, finish, need_environment, start_assay, wait_until, without_models

need_environment("torch", "jax")
SOURCE = "import torch\n\nx = torch.tensor([-1.0, {n}.5, 2.0])\ny = torch.ops.aten.relu(x)\nprint(y)\n"
TWIN = "import jax\nimport jax.numpy as jnp\n\nx = jnp.array([-1.0, {n}.5, 2.0])\ny = jax.nn.relu(x)\nprint(y)\n"
asked, answered, go_on, lock = [], [], threading.Event(), threading.Lock()


class Server(http.server.BaseHTTPRequestHandler):
    """Answers the first question; all others wait until it is told to go on."""

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with lock:
            asked.append(1)
            first = len(asked) == 1
        if not first and not go_on.wait(600):
            return
        number = re.search(r"\[-1\.0, (\d+)\.5, 2\.0\]", body["messages"][-1]["content"])[1]
        text = json.dumps({"differences": [], "program": TWIN.format(n=number)})
        data = json.dumps({"model": "fake", "choices": [{"message": {"role": "assistant", "content": text}, "finish_reason": "stop"}]}).encode()
        try:
            self.send_response(200)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)
            answered.append(1)
        except OSError:  # nobody waits for it any more
            pass

    def log_message(self, *_):
        pass


def interrupt(what, which, wanted, env):
    """Sends the signal once the server has been asked so often."""
    run = start_assay("mirror", "run", *what, env=env)
    wait_until(lambda: len(asked) >= wanted and answered or run.poll() is not None, HANG_SECONDS, 0.05)
    run.send_signal(which)
    try:
        out, err = run.communicate(timeout=120)  # the server would take ten minutes
    except subprocess.TimeoutExpired:
        run.kill()
        return check(f"{which.name} ends it", False, run.communicate())
    told = json.loads(out or "{}")
    check(f"{which.name}: it ends in order", (run.returncode, told.get("complete"), told.get("inputs"), told.get("findings")) == (0, False, 0, []), (run.returncode, out, err))
    check(f"{which.name}: it says what is kept", "1 of 3 answers" in err, err)


with tempfile.TemporaryDirectory() as d:
    fake = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
    fake.daemon_threads = True
    threading.Thread(target=fake.serve_forever, daemon=True).start()
    os.mkdir(f"{d}/programs")
    for n in (1, 2, 3):
        open(f"{d}/programs/{n}.py", "w").write(SOURCE.format(n=n))
    open(f"{d}/llm.toml", "w").write("[openai]\nconcurrency = 2\n")
    env = without_models(OPENAI_BASE_URL=f"http://127.0.0.1:{fake.server_address[1]}/v1", ASSAY_LLM_MODEL="fake", ASSAY_LLM_CONFIG=f"{d}/llm.toml")
    flags = ["--llm-db", f"{d}/llm.db", "--store", f"{d}/m.db", "--json"]
    interrupt([f"{d}/programs", "--to", "jax", "--llm", "openai", "--approach", "crossprobe", "--screen", "any", *flags], signal.SIGINT, 3, env)
    interrupt(["--resume", *flags], signal.SIGTERM, 5, env)
    before = len(asked)
    go_on.set()
    r = assay("mirror", "run", "--resume", *flags, timeout=3600, env=env)
    fake.shutdown()
    out = json.loads(r.stdout or "{}")
    check("--resume goes on with it", (out.get("complete"), out.get("inputs"), out.get("preserving")) == (True, 3, 3), r.stdout[:800] + r.stderr)
    check("and asks only for what had not come", len(asked) - before == 2, asked)
    table = assay_json("mirror", "table", "--store", f"{d}/m.db", env=env)
    check("it is one run", table["runs"] == 1, table["runs"])
finish()
