"""Calls of an API that Atheris (libFuzzer) steers by coverage: calls_atheris.py LIBRARY API SEED SECONDS LOG

What a signal does is left to the system, so that whoever waits sees it. Only the API itself is instrumented, and that only where it is
written in Python: instrumenting a whole framework takes minutes.
"""
import os
import random
import sys
import tempfile
import types

import atheris

import calls_log

SIGNALS = ("segv", "bus", "abrt", "ill", "fpe", "int", "term")
FIRST_INPUTS, LONGEST = 64, 400
session = calls_log.Session(sys.argv)
if isinstance(session.calls.target, types.FunctionType):
    session.calls.target = atheris.instrument_func(session.calls.target)


def one(data):
    given = atheris.FuzzedDataProvider(data)
    session.one(lambda n: given.ConsumeIntInRange(0, n - 1))


def corpus(folder, seed):
    """Bytes to begin with: what is grown from nothing stays short for minutes."""
    numbers = random.Random(seed)
    for at in range(FIRST_INPUTS):
        with open(os.path.join(folder, str(at)), "wb") as file:
            file.write(bytes(numbers.getrandbits(8) for _ in range(LONGEST)))
    return folder


atheris.Setup([sys.argv[0], f"-seed={session.seed + 1}", f"-max_len={LONGEST}", "-len_control=0", "-rss_limit_mb=0", "-detect_leaks=0",
               *(f"-handle_{name}=0" for name in SIGNALS), corpus(tempfile.mkdtemp(), session.seed)], one)
atheris.Fuzz()
