#!/usr/bin/env python3
"""Speaks the worker protocol with one worker, for whoever writes one: node tests, single models, figures.

  PY=build/envs/onnx-conformance/bin/python
  $PY tests/tools/drive_worker.py nodes 'test_conv*' -- COMMAND...     official node tests
  $PY tests/tools/drive_worker.py run model.onnx -- COMMAND...         one model on random inputs
  $PY tests/tools/drive_worker.py bench -- COMMAND...                  overhead of a request, bandwidth

Variables of the environment reach the worker. The judge of real tests is `assay conform`; this tool compares within the official
tolerance and groups what failed by message.
"""
import argparse
import collections
import fnmatch
import os
import pathlib
import re
import socket
import struct
import subprocess
import sys
import time

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "workers/python"))
from assay_worker import HELLO, REPLY, REQUEST, Connection, Reader, Writer  # noqa: E402
import try_node_tests  # noqa: E402


class Worker:
    def __init__(self, command):
        self.command = command
        self.count = 0
        self.start()

    def start(self):
        ours, theirs = socket.socketpair()
        self.process = subprocess.Popen(
            self.command, pass_fds=[theirs.fileno()], env={**os.environ, "ASSAY_WORKER_FD": str(theirs.fileno())})
        theirs.close()
        ours.settimeout(60)
        self.connection = Connection(ours.detach())
        self.connection.socket.settimeout(60)
        frame = self.connection.receive()
        if frame is None:
            sys.exit("the worker ended before its first message")
        assert frame[0] == HELLO
        reader = Reader(frame[3])
        self.identity = [reader.text() for _ in range(4)]

    def ask(self, model, inputs, wanted, mode="", stage="run", key=1):
        writer = Writer()
        writer.number("<Q", key)
        writer.text(mode)
        writer.text(stage)
        writer.number("<Q", len(model))
        if len(model):
            writer.add(model)
        writer.number("<I", len(inputs))
        for name, value in inputs.items():
            writer.text(name)
            writer.value(value)
        writer.number("<I", len(wanted))
        for name in wanted:
            writer.text(name)
        writer.number("<d", 0)  # no limits
        writer.number("<Q", 0)
        self.count += 1
        try:
            self.connection.send(REQUEST, self.count, writer)
            frame = self.connection.receive()
        except (BrokenPipeError, ConnectionResetError):
            frame = None
        except TimeoutError:
            self.process.kill()
            frame = None
        if frame is None or frame[3] is None:
            code = self.process.wait()
            self.start()
            return {"status": "crash", "stage": "?", "kind": "crash", "message": f"exit code {code}", "outputs": {}}
        assert frame[0] == REPLY and frame[2] == self.count
        return decode(frame[3])


def decode(body):
    reader = Reader(body)
    out = {key: reader.text() for key in ("status", "stage", "kind", "message", "where")}
    out["times"] = [reader.number("<d") for _ in range(3)]
    out["peak"] = reader.number("<Q")
    out["version"], out["device"] = reader.text(), reader.text()
    outputs = {}
    for _ in range(reader.number("<I")):
        name = reader.text()
        outputs[name] = reader.value()
    assert reader.at == len(body), "bytes left over"
    out["outputs"] = outputs
    return out


def run_test(worker, folder, mode):
    model = (folder / "model.onnx").read_bytes()
    graph = onnx.load_model_from_string(model).graph
    initialisers = {t.name for t in graph.initializer}
    for data_set in sorted(folder.glob("test_data_set_*")):
        inputs = try_node_tests.load_values(
            str(data_set), "input", [i for i in graph.input if i.name not in initialisers] or graph.input)
        expected = try_node_tests.load_values(str(data_set), "output", graph.output)
        reply = worker.ask(model, inputs, list(expected), mode)
        if reply["status"] != "ok":
            return reply["status"], f"{reply['stage']} {reply['kind']}: {reply['message']}"
        for name, want in expected.items():
            problem = try_node_tests.difference(reply["outputs"][name], want)
            if problem:
                return "wrong", problem
    return "pass", ""


def normalise(message):
    """The message without what differs between models."""
    message = re.sub(r"0x[0-9a-f]+|\d+", "N", message.replace("\n", " "))
    return re.sub(r"'[^']*'|\"[^\"]*\"|\[[^\]]*\]|\([^)]*\)", "…", message)[:260]


def nodes(worker, pattern, mode, verbose):
    counts, groups = collections.Counter(), collections.defaultdict(list)
    root = pathlib.Path(try_node_tests.find_tests())
    for test in sorted(p.name for p in root.iterdir()):
        if not fnmatch.fnmatch(test, pattern or "*"):
            continue
        status, message = run_test(worker, root / test, mode)
        counts[status] += 1
        if status != "pass":
            groups[status, normalise(message)].append(test)
            if verbose:
                print(f"{status:12}{test}: {message}", flush=True)
    for (status, message), tests in sorted(groups.items(), key=lambda item: -len(item[1])):
        print(f"{len(tests):4} {status:11} {message}\n                  {' '.join(tests[:4])}")
    print(dict(counts), "of", sum(counts.values()))


def run(worker, path, mode):
    model = pathlib.Path(path).read_bytes()
    graph = onnx.load_model_from_string(model).graph
    rng = np.random.default_rng(1)
    inputs = {}
    for info in graph.input:
        tensor = info.type.tensor_type
        shape = [d.dim_value or 1 for d in tensor.shape.dim]
        inputs[info.name] = rng.standard_normal(shape).astype(helper.tensor_dtype_to_np_dtype(tensor.elem_type))
    print(worker.ask(model, inputs, [o.name for o in graph.output], mode))


def chain(length, size):
    """`length` additions over a vector of `size`."""
    names = ["x"] + [f"t{i}" for i in range(length - 1)] + ["y"]
    node_list = [helper.make_node("Add", [a, "w"], [b]) for a, b in zip(names, names[1:])]
    shape = helper.make_tensor_value_info
    graph = helper.make_graph(node_list, "chain", [shape("x", TensorProto.FLOAT, [1, size])],
                              [shape("y", TensorProto.FLOAT, [1, size])],
                              [numpy_helper.from_array(np.ones((1, 1), np.float32), "w")])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    return model.SerializeToString()


def raw_request(model, value, stage="run"):
    writer = Writer()
    writer.add(struct.pack("<QII", 7, 0, len(stage)) + stage.encode())
    writer.number("<Q", len(model))
    writer.add(model)
    writer.number("<I", 1)
    writer.text("x")
    writer.value(value)
    writer.number("<I", 1)
    writer.text("y")
    writer.number("<d", 0)  # no limits
    writer.number("<Q", 0)
    return writer


def bench(worker, mode):
    """What a request costs beyond the stages that the worker itself times."""
    for length, size, rounds in ((10, 16, 500), (1, 25_000_000, 5)):
        value = np.ones((1, size), np.float32)
        model = chain(length, size)
        outside, inside = [], []
        for _ in range(rounds):
            writer = raw_request(model, value)
            start = time.perf_counter()
            worker.connection.send(REQUEST, 1, writer)
            frame = worker.connection.receive()
            outside.append((time.perf_counter() - start) * 1e3)
            reply = decode(frame[3])
            assert reply["status"] == "ok", reply["message"]
            inside.append(sum(reply["times"]))
        extra = np.median(np.array(outside) - np.array(inside))
        print(f"{length} nodes, {size * 4 / 1e6:g} MB: {np.median(outside):.3f} ms, stages {np.median(inside):.3f} ms, "
              f"beyond them {extra * 1e3:.0f} us, {2 * size * 4 / 1e6 / extra:.2f} GB/s in and out")


def main():
    if "--" not in sys.argv:
        sys.exit(__doc__)
    split = sys.argv.index("--")
    parser = argparse.ArgumentParser()
    parser.add_argument("action", choices=["nodes", "run", "bench"])
    parser.add_argument("what", nargs="?", default="", help="a pattern of test names, or a model")
    parser.add_argument("--mode", default="")
    parser.add_argument("-v", action="store_true", help="one line per test that does not pass")
    flags = parser.parse_args(sys.argv[1:split])
    worker = Worker(sys.argv[split + 1:])
    print(*worker.identity)
    if flags.action == "nodes":
        nodes(worker, flags.what, flags.mode, flags.v)
    elif flags.action == "run":
        run(worker, flags.what, flags.mode)
    else:
        bench(worker, flags.mode)


if __name__ == "__main__":
    main()
