"""Flipped bits and random garbage: an answer or a message, never a signal, within bounded memory and time."""
import os
import random
import resource
import subprocess
import tempfile

from _assay import HOME, assay, check, finish

FILES = 400
MEMORY = 4 << 30


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


seeds = [os.path.join(HOME, "examples", "lenet.onnx")]
corpus = os.path.join(HOME, "fuzz", "corpus", "load_model")
seeds += sorted(os.path.join(corpus, n) for n in os.listdir(corpus))
rnd = random.Random(11)
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "hostile.onnx")
    for i in range(FILES):
        data = bytearray(open(rnd.choice(seeds), "rb").read())
        for _ in range(rnd.choice((1, 1, 1, 4, 30))):
            if data:
                data[rnd.randrange(min(len(data), 4096))] ^= 1 << rnd.randrange(8)
        with open(path, "wb") as f:
            f.write(data)
        try:
            r = assay("check", path, "--targets", "reference", text=False, timeout=30, preexec_fn=limit)
        except subprocess.TimeoutExpired:
            check(f"file {i} has an answer in 30 s", False)
            continue
        check(f"file {i} ends in order", r.returncode in (0, 1, 2), (r.returncode, r.stderr[-200:]))
        check(f"file {i} is not refused without a reason", r.returncode != 2 or len(r.stderr.strip()) >= 20, r.stderr)
finish()
