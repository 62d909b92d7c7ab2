"""Runs the official ONNX node tests through a worker class in this process: quick feedback while writing an importer.

  build/envs/torch/bin/python workers/python/try_node_tests.py torch_worker:TorchWorker [--mode eager] [--filter 'test_conv*'] [-v]

The judge is `assay conform --target …`, which also survives crashes and hangs; this tool only compares within the official
tolerance (relative 1e-3, absolute 1e-7) and prints one line per test that does not pass.
"""
import argparse
import collections
import fnmatch
import glob
import importlib
import os
import sys
import time

import numpy as np
import onnx
from onnx import numpy_helper

from assay_worker import Optional, Unsupported


def find_tests():
    root = os.environ.get("ASSAY_NODE_TESTS")
    if root:
        return root
    home = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    found = glob.glob(home + "/build/envs/onnx-conformance/lib/python*/site-packages/onnx/backend/test/data/node")
    if not found:
        sys.exit("the node tests are not installed; run scripts/setup")
    return found[0]


def from_proto(data, type_proto):
    kind = type_proto.WhichOneof("value")
    if kind == "sequence_type":
        return numpy_helper.to_list(onnx.SequenceProto.FromString(data))
    if kind == "optional_type":
        value = numpy_helper.to_optional(onnx.OptionalProto.FromString(data))
        return Optional(value)
    if kind == "map_type":
        return numpy_helper.to_dict(onnx.MapProto.FromString(data))
    return numpy_helper.to_array(onnx.TensorProto.FromString(data))


def load_values(folder, prefix, infos):
    values = {}
    for i, info in enumerate(infos):
        path = f"{folder}/{prefix}_{i}.pb"
        if os.path.exists(path):
            with open(path, "rb") as f:
                values[info.name] = from_proto(f.read(), info.type)
    return values


def difference(got, want):
    """What differs, or an empty text."""
    if isinstance(want, Optional):
        got = got.value if isinstance(got, Optional) else got
        if (got is None) != (want.value is None):
            return "one optional is empty"
        return "" if want.value is None else difference(got, want.value)
    if isinstance(got, Optional):
        return difference(got.value, want)
    if isinstance(want, list):
        if not isinstance(got, list) or len(got) != len(want):
            return "another length of a sequence"
        return next((d for d in map(difference, got, want) if d), "")
    got, want = np.asarray(got), np.asarray(want)
    if got.dtype != want.dtype and not (got.dtype.kind in "OUS" and want.dtype.kind in "OUS"):
        return f"type {got.dtype}, expected {want.dtype}"
    if got.shape != want.shape:
        return f"shape {got.shape}, expected {want.shape}"
    if want.dtype.kind in "OUS":
        return "" if got.astype(str).tolist() == want.astype(str).tolist() else "other strings"
    if want.dtype.kind in "biu":
        return "" if np.array_equal(got, want) else f"{np.sum(got != want)} elements differ"
    wide = np.complex128 if want.dtype.kind == "c" else np.float64
    a, b = got.astype(wide), want.astype(wide)
    if np.allclose(a, b, rtol=1e-3, atol=1e-7, equal_nan=True):
        return ""
    return f"largest difference {np.nanmax(np.abs(a - b))}"


def run_test(worker, folder, mode):
    with open(folder + "/model.onnx", "rb") as f:
        data = f.read()
    graph = onnx.load_model_from_string(data).graph
    initialisers = {t.name for t in graph.initializer}
    compiled = None
    for data_set in sorted(glob.glob(folder + "/test_data_set_*")):
        inputs = load_values(data_set, "input", [i for i in graph.input if i.name not in initialisers] or graph.input)
        expected = load_values(data_set, "output", graph.output)
        compiled = worker.compile(worker.load(data, mode), inputs)
        got = worker.run(compiled, inputs, list(expected))
        for name, want in expected.items():
            problem = difference(got[name], want)
            if problem:
                return f"output '{name}': {problem}"
    return ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("worker", help="module:Class")
    parser.add_argument("--mode", default="")
    parser.add_argument("--filter", default="*")
    parser.add_argument("-v", action="store_true", help="print tracebacks")
    flags = parser.parse_args()
    module, name = flags.worker.split(":")
    worker = getattr(importlib.import_module(module), name)()
    print(worker.start())
    counts = collections.Counter()
    start = time.time()
    root = find_tests()
    for test in sorted(os.listdir(root)):
        if not fnmatch.fnmatch(test, flags.filter):
            continue
        try:
            problem = run_test(worker, f"{root}/{test}", flags.mode)
            kind = "FAIL" if problem else "pass"
        except Unsupported as error:
            kind, problem = "unsupported", str(error)
        except Exception as error:
            kind, problem = "FAIL", f"{type(error).__name__}: {str(error)[:300]}"
            if flags.v:
                import traceback
                traceback.print_exc()
        counts[kind] += 1
        if problem:
            print(f"{kind:12}{test}: {problem}", flush=True)
    print(f"{dict(counts)} of {sum(counts.values())} in {time.time() - start:.0f} s")


if __name__ == "__main__":
    main()
