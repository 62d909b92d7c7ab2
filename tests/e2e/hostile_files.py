"""Flipped bits and random garbage: an answer or a message, never a signal, within bounded memory and time."""
import os
import random
import resource
import subprocess
import sys
import tempfile

BIN, HOME = os.environ["ASSAY_BIN"], os.environ["ASSAY_HOME"]
FILES = 400
MEMORY = 4 << 30


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


seeds = [os.path.join(HOME, "examples", "lenet.onnx")]
corpus = os.path.join(HOME, "fuzz", "corpus", "load_model")
seeds += sorted(os.path.join(corpus, n) for n in os.listdir(corpus))
rnd = random.Random(11)
problems = []
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
            r = subprocess.run([BIN, "check", path, "--targets", "reference"], capture_output=True, stdin=subprocess.DEVNULL, timeout=30, preexec_fn=limit)
        except subprocess.TimeoutExpired:
            problems.append((i, "no answer in 30 s"))
            continue
        if r.returncode not in (0, 1, 2):
            problems.append((i, r.returncode, r.stderr[-200:]))
        elif r.returncode == 2 and len(r.stderr.strip()) < 20:
            problems.append((i, "refused without a reason"))
print(f"{FILES} damaged files, {len(problems)} problems", *problems[:5], sep="\n")
sys.exit(1 if problems else 0)
