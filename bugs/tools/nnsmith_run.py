"""NNSmith's generator and oracle on the ONNX Runtime of a bug's environment: nnsmith_run.py PYTHON SECONDS

To be run by the Python of the environment `nnsmith`. NNSmith makes models and says what they should give; PYTHON, which has the release
under test, runs them in a process of its own, so that a crash is seen as one. Models are small (NODES): of a large one nobody could say
which operator is at fault. Prints one line per finding, each kind of failure of the same operators once.
"""
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import time

import numpy

NODES = 2
RTOL, ATOL = 1e-2, 1e-3  # NNSmith's own
HOME = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

RUNNER = """
import sys, numpy, onnxruntime
options = onnxruntime.SessionOptions()
options.intra_op_num_threads = 1
session = onnxruntime.InferenceSession(sys.argv[1], options, providers=["CPUExecutionProvider"])
inputs = numpy.load(sys.argv[2])
wanted = {given.name for given in session.get_inputs()}
outputs = session.run(None, {name: inputs[name] for name in inputs.files if name in wanted})
numpy.savez(sys.argv[3], **{value.name: result for value, result in zip(session.get_outputs(), outputs)})
"""


def shim():
    spec = importlib.util.spec_from_file_location("nnsmith_shim", os.path.join(HOME, "bench", "nnsmith_shim.py"))
    module = importlib.util.module_from_spec(spec)
    argv, sys.argv = sys.argv, [sys.argv[0]]
    source = open(spec.origin).read().rsplit("\nmain()", 1)[0]  # its last line runs it
    exec(compile(source, spec.origin, "exec"), module.__dict__)
    sys.argv = argv
    return module


def plain(tensors):
    return {name: numpy.asarray(value.cpu() if hasattr(value, "cpu") else value) for name, value in tensors.items()}


def judge(python, folder, case):
    """(kind, message) of what is wrong, or None."""
    model = case.model.native_model
    paths = [os.path.join(folder, name) for name in ("model.onnx", "inputs.npz", "outputs.npz")]
    with open(paths[0], "wb") as file:
        file.write(model.SerializeToString())
    numpy.savez(paths[1], **plain(case.oracle.input))
    ended = subprocess.run([python, "-c", RUNNER, *paths], capture_output=True, text=True, errors="replace")
    if ended.returncode < 0:
        return "crash", f"signal {-ended.returncode}"
    if ended.returncode > 0:
        return "exception", (ended.stderr.strip().splitlines() or ["no message"])[-1]
    got = numpy.load(paths[2])
    for name, right in plain(case.oracle.output or {}).items():
        if name not in got.files:
            continue
        if got[name].shape != right.shape:
            return "wrong", f"{name}: shape {got[name].shape} in place of {right.shape}"
        if not numpy.allclose(got[name], right, rtol=RTOL, atol=ATOL, equal_nan=True):
            return "wrong", f"{name}: values differ"
    return None


def main():
    python, seconds = sys.argv[1], float(sys.argv[2])
    helper = shim()
    helper.mend_libraries()
    from nnsmith.cli.fuzz import FuzzingLoop

    told, start = set(), time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        loop = FuzzingLoop(helper.configuration(NODES, int(seconds), 1, os.path.join(folder, "fuzz")))
        seed = 0
        while time.monotonic() - start < seconds:
            seed += 1
            try:
                case = loop.make_testcase(seed)
            except Exception:  # a model that NNSmith could not make is no finding
                continue
            seen = judge(python, folder, case)
            if seen is None:
                continue
            operators = sorted({node.op_type for node in case.model.native_model.graph.node} - {"Constant"})
            key = (seen[0], tuple(operators))
            if key in told:
                continue
            told.add(key)
            print("FINDING " + json.dumps({"operator": operators, "kind": seen[0], "message": seen[1],
                                           "seconds": time.monotonic() - start}), flush=True)
    print(f"{seed} models")


main()
