#!/usr/bin/env python3
"""Runs NNSmith's own fuzzing loop against ONNX Runtime for a while and prints one line of JSON with what it cost.

usage: python bench/nnsmith_shim.py --nodes 5 --seconds 60 [--seed 1] [--prepare-only]

To be run by the Python of the environment `nnsmith`; bench/nnsmith does so. NNSmith 0.1.0 was written for older libraries:
with those of today every export fails, its test of which operators can be had finds none, and it makes no test at all.
`mend_libraries` gives back the two things it misses; nothing of its generator, its oracle or its loop is changed.

What is counted: processor time of this process and its children while the loop runs. Starting Python, importing the libraries,
a first test and NNSmith's list of usable operators (made once and kept in the environment) cost it nothing here.
"""
import argparse
import importlib.metadata
import json
import os
import resource
import sys
import tempfile
import time
import warnings


def mend_libraries():
    """`torch.onnx.export` now defaults to another exporter, which NNSmith's modules cannot pass; `onnx._serialize` is gone."""
    import onnx
    import torch.onnx

    export = torch.onnx.export

    def export_by_tracing(*args, **kwargs):
        kwargs.setdefault("dynamo", False)
        return export(*args, **kwargs)

    torch.onnx.export = export_by_tracing
    warnings.filterwarnings("ignore", category=DeprecationWarning)  # said by torch at every export
    if not hasattr(onnx, "_serialize"):
        onnx._serialize = lambda proto: proto.SerializeToString()


def keep_operator_list_in_environment():
    """NNSmith keeps the list of operators that work per user and by the version of ONNX Runtime only: an empty list, left there
    by a run without `mend_libraries`, would be believed for ever."""
    from nnsmith import narrow_spec

    versions = "-".join(importlib.metadata.version(name) for name in ("torch", "onnx", "onnxruntime"))
    narrow_spec.NNSMITH_CACHE_DIR = os.path.join(sys.prefix, "nnsmith-operators", versions)


class Watch:
    """Counts what passes through the backend. Wraps methods of the backend's class, so that the loop itself is NNSmith's."""

    def __init__(self):
        self.target_cpu_s = 0.0
        self.models = self.nodes = self.constants = self.rejected = self.differing = 0

    def attach(self, backend):
        from nnsmith.materialize import BugReport

        compile_model, execute, verify = backend.checked_compile, backend.checked_exec, backend.verify_results

        def timed(method, *args):
            start = time.process_time()  # of all threads
            result = method(*args)
            self.target_cpu_s += time.process_time() - start
            self.rejected += isinstance(result, BugReport)
            return result

        def watched_compile(factory, testcase):
            nodes = testcase.model.native_model.graph.node
            self.models += 1
            self.nodes += len(nodes)
            self.constants += sum(node.op_type == "Constant" for node in nodes)
            return timed(compile_model, factory, testcase)

        def watched_verify(*args, **kwargs):
            result = verify(*args, **kwargs)
            self.differing += result is not None
            return result

        backend.checked_compile = watched_compile
        backend.checked_exec = lambda factory, executable, testcase: timed(execute, factory, executable, testcase)
        backend.verify_results = watched_verify


def configuration(nodes, seconds, seed, folder):
    """NNSmith's defaults, which for ONNX Runtime mean one thread and all optimisations, except for what is named here."""
    from hydra import compose, initialize_config_module

    with initialize_config_module("nnsmith.config", version_base=None):
        return compose("main", overrides=["model.type=onnx", "backend.type=onnxruntime", f"mgen.max_nodes={nodes}",
                                          f"fuzz.time={seconds}", f"fuzz.seed={seed}", f"fuzz.root={folder}"])


def cpu_seconds():
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def fuzz(nodes, seconds, seed, prepare_only):
    mend_libraries()
    keep_operator_list_in_environment()
    from nnsmith.backends.factory import BackendFactory
    from nnsmith.cli.fuzz import FuzzingLoop

    with tempfile.TemporaryDirectory() as folder:
        loop = FuzzingLoop(configuration(nodes, seconds, seed, os.path.join(folder, "fuzz")))
        if not loop.opset:
            sys.exit("bench/nnsmith_shim.py: NNSmith finds no operator that it can export and run: have its libraries changed?")
        if prepare_only:
            return {"operators": len(loop.opset)}
        loop.validate_and_report(loop.make_testcase(seed))  # what the libraries load at first use belongs to the start
        watch = Watch()
        watch.attach(BackendFactory)
        start, start_cpu = time.monotonic(), cpu_seconds()
        stopped = run_to_the_end(loop)
        return {"cases": loop.status.n_testcases, "seconds": time.monotonic() - start, "cpu_seconds": cpu_seconds() - start_cpu,
                "target_cpu_seconds": watch.target_cpu_s, "models": watch.models, "nodes": watch.nodes,
                "constants": watch.constants, "rejected": watch.rejected, "differing": watch.differing,
                "failed_generations": loop.status.n_fail_make_test, "operators": len(loop.opset),
                "stopped_by": stopped}


def run_to_the_end(loop):
    """NNSmith's loop ends at the first mistake that NNSmith finds in itself. The tests made until then count."""
    from nnsmith.error import InternalError

    try:
        loop.run()
    except InternalError as error:
        return str(error)
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, default=5, help="abstract nodes per model, NNSmith's mgen.max_nodes")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1, help="not 0, which NNSmith takes for none")
    parser.add_argument("--prepare-only", action="store_true", help="make the list of usable operators and end")
    args = parser.parse_args()
    print(json.dumps(fuzz(args.nodes, args.seconds, args.seed, args.prepare_only)))


main()
