"""The tools that let a public fuzzer make calls of APIs (bugs/tools/calls_run.py), with stand-ins of a framework and of the fuzzer."""
import json
import os
import subprocess

from _assay import HOME, check, finish, need_environment, python_of, scratch

need_environment("onnx-conformance")  # has NumPy
d = scratch()

# A framework with a function that is fine, one that raises, one that dies, and one that is another compiled.
os.makedirs(f"{d}/jax")
open(f"{d}/jax/__init__.py", "w").write("""
import numpy
Array = numpy.ndarray
compiling = False

def jit(function):
    def run(*tensors):
        global compiling
        compiling = True
        try:
            return function(*tensors)
        finally:
            compiling = False
    return run

def fine(x, axis=0):
    return numpy.asarray(x)

def raises(x):
    raise ValueError("never")

def dies(x):
    import os
    os.abort()

def differs(x):
    return numpy.ones(2) * compiling

constant = 3
""")
open(f"{d}/jax/numpy.py", "w").write("from numpy import asarray, float32, float64, int32, int64, bool_, uint8, int8, complex64, float16\n")
open(f"{d}/hypothesis.py", "w").write("""
import random
Phase = type("Phase", (), {"generate": 0})
HealthCheck = ()

class strategies:
    integers = staticmethod(lambda low, high: (low, high))
    data = staticmethod(lambda: type("Data", (), {"draw": staticmethod(lambda ends: random.randint(*ends))}))

def seed(number):
    random.seed(number)
    return lambda function: function

def settings(**more):
    return lambda function: function

def given(data):
    def around(function):
        def run():
            while True:
                function(data)
        return run
    return around
""")


def run(*apis, seconds=4):
    done = subprocess.run([python_of("onnx-conformance"), f"{HOME}/bugs/tools/calls_run.py", "hypothesis", "jax", str(seconds), ",".join(apis)],
                          capture_output=True, text=True, env={**os.environ, "PYTHONPATH": d})
    found = [json.loads(line[8:]) for line in done.stdout.splitlines() if line.startswith("FINDING ")]
    return done, {(one["api"], one["kind"]) for one in found}, found


done, kinds, found = run("jax.raises", "jax.dies", "jax.differs", "jax.absent", "jax.constant", seconds=10)
check("an exception is told", ("jax.raises", "exception") in kinds, done.stdout + done.stderr)
check("with type and message", any(one.get("exception") == "ValueError" and one["message"] == "never" for one in found), found)
check("each kind of it once", sum(one["api"] == "jax.raises" and one.get("exception") == "ValueError" for one in found) == 1, found)
check("a signal is told, with the call", any(one["kind"] == "crash" and "jax.dies(" in one["message"] for one in found), found)
check("another value compiled is told", ("jax.differs", "wrong") in kinds, done.stdout)
check("what cannot be called is not supported", "UNSUPPORTED jax.absent\n" in done.stdout and "UNSUPPORTED jax.constant\n" in done.stdout,
      done.stdout)
done, kinds, _ = run("jax.fine", seconds=2)
check("nothing is told of what is fine, but by its arguments", not {("jax.fine", "crash"), ("jax.fine", "wrong")} & kinds, done.stdout)
check("calls are counted", done.returncode == 0 and int(done.stdout.splitlines()[-1].split()[0]) > 10, done.stdout[-200:])
os.remove(f"{d}/hypothesis.py")
done, _, _ = run("jax.fine", seconds=1)
check("a fuzzer that is missing is no miss", done.returncode != 0 and "cannot work on jax.fine" in done.stderr, done.stdout + done.stderr)

finish()
