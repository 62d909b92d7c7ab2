"""MNN: its converter makes an MNN model of the ONNX one, its Module interface runs it on the CPU with one thread.

MNN computes in float32 and int32; its 8 bit types are for images and quantised networks. Its converter silently turns
int64 and bool into int32, float64 and float16 into float32. Models that hold a type it would narrow are unsupported
here, int64 being the exception: ONNX demands it for every index and shape, so inputs that fit travel as int32 and
results are widened again. An int64 computation that leaves the range of int32 is therefore beyond this target.

The converter works on files, and all of MNN says what is wrong on stdout only; both are seen to here.
"""
import contextlib
import os
import re
import sys
import tempfile

import numpy as np
import onnx

from assay_worker import DTYPES, Identity, Unsupported, Worker, serve

# ONNX element types that MNN holds, the last two as int32.
TYPES = {onnx.TensorProto.FLOAT, onnx.TensorProto.INT32, onnx.TensorProto.INT64, onnx.TensorProto.BOOL}
LACKING = re.compile(r"These Op Not Support|Don't support|unsupported data type|not support")
NOISE = re.compile(r"^(MNN use high precision|The device supports:.*|code=\d+ in onForward, \d+|)$")


class MnnError(Exception):
    """What MNN said while it failed."""


@contextlib.contextmanager
def captured():
    """Collects in a list what is written to stdout and stderr, also by C++; a crash in between shows nothing."""
    said = []
    saved = os.dup(1), os.dup(2)
    with tempfile.TemporaryFile() as file:
        for descriptor in (1, 2):
            os.dup2(file.fileno(), descriptor)
        try:
            yield said
        finally:
            sys.stdout.flush()
            for descriptor, old in zip((1, 2), saved):
                os.dup2(old, descriptor)
                os.close(old)
            file.seek(0)
            said += file.read().decode("utf-8", "replace").splitlines()


def types_in(graph):
    """Every element type that a value of `graph` or of a graph inside it has."""
    for info in list(graph.input) + list(graph.output) + list(graph.value_info):
        yield info.type.tensor_type.elem_type
    for tensor in graph.initializer:
        yield tensor.data_type
    for node in graph.node:
        for attribute in node.attribute:
            if attribute.type == onnx.AttributeProto.TENSOR:
                yield attribute.t.data_type
            elif attribute.type == onnx.AttributeProto.GRAPH:
                yield from types_in(attribute.g)


class Program:
    def __init__(self, model, path):
        defaults = {tensor.name for tensor in model.graph.initializer}
        self.inputs = [info.name for info in model.graph.input if info.name not in defaults]
        self.outputs = {info.name: info.type.tensor_type.elem_type for info in model.graph.output}
        self.path = path  # the next load overwrites it
        self.net = None


class MnnWorker(Worker):
    framework = "mnn"

    def start(self):
        import MNN
        import MNN.expr
        import MNN.nn
        import _tools
        self.expr = MNN.expr
        self.nn = MNN.nn
        self.convert = _tools.mnnconvert
        self.types = {"float32": MNN.expr.float, "int32": MNN.expr.int}
        self.folder = tempfile.TemporaryDirectory()
        return Identity(version=MNN.version())

    def load(self, model, mode):
        proto = onnx.shape_inference.infer_shapes(onnx.load_model_from_string(model))
        for info in list(proto.graph.input) + list(proto.graph.output):
            if not info.type.HasField("tensor_type"):
                raise Unsupported(f"'{info.name}' is not a tensor: MNN has tensors only")
        for number in types_in(proto.graph):
            if number and number not in TYPES:
                raise Unsupported(f"element type {DTYPES[number].lstrip('.')}: MNN does not compute in it")
        source, target = self.folder.name + "/model.onnx", self.folder.name + "/model.mnn"
        with open(source, "wb") as file:
            file.write(model)
        with contextlib.suppress(FileNotFoundError):
            os.remove(target)
        with captured() as said:
            done = self.convert(
                ["mnnconvert", "-f", "ONNX", "--modelFile", source, "--MNNModel", target, "--bizCode", "assay"])
        if not done or not os.path.exists(target):
            self.give_up(said)
        return Program(proto, target)

    def give_up(self, said):
        """Raises what `said` tells; times of day and names of temporary files would make every message another one."""
        said = [re.sub(r"^\[[\d:]+\] +\S*:\d+: ", "", line) for line in said]
        said = [line.replace(self.folder.name + "/", "").strip() for line in said]
        said = [line for line in said if not NOISE.search(line)]
        for line in said:
            if LACKING.search(line):
                raise Unsupported(line)
        raise MnnError("; ".join(said[-4:]) or "MNN gives no result and no reason")

    def compile(self, loaded, inputs):
        if set(inputs) != set(loaded.inputs):
            raise Unsupported("the converter makes constants of inputs that have a default")
        manager = self.nn.create_runtime_manager(({"backend": "CPU", "numThread": 1, "precision": "high"},))
        with captured() as said:
            try:
                loaded.net = self.nn.load_module_from_file(
                    loaded.path, loaded.inputs, list(loaded.outputs), runtime_manager=manager)
            except SystemError:
                loaded.net = None
        if loaded.net is None:
            self.give_up(said)
        return loaded

    def run(self, compiled, inputs, wanted):
        arguments = [self.to_var(name, inputs[name]) for name in compiled.inputs]
        with captured() as said:
            results = compiled.net.onForward(arguments)
        if not results:
            self.give_up(said)
        outputs = dict(zip(compiled.outputs, results, strict=True))
        return {name: self.to_numpy(outputs[name], compiled.outputs[name]) for name in wanted}

    def to_var(self, name, value):
        if value.size == 0:
            raise Unsupported(f"'{name}' is empty: MNN's Python module cannot hold that")
        if value.dtype == np.int64 and np.abs(value).max() > np.iinfo(np.int32).max:
            raise Unsupported(f"'{name}' does not fit into int32, all that MNN has")
        if value.dtype == np.int64 or value.dtype == bool:
            value = value.astype(np.int32)
        kind = self.types[value.dtype.name]
        return self.expr.const(np.array(value, order="C"), list(value.shape), self.expr.NCHW, kind)

    def to_numpy(self, var, declared):
        if var.data_format == self.expr.NC4HW4:  # channels in groups of four: inside MNN only
            var = self.expr.convert(var, self.expr.NCHW)
        if 0 in var.shape:
            raise Unsupported("an output is empty: MNN's Python module cannot read that")
        array = np.array(var.read())  # the Var's memory goes with it
        if array.dtype == np.int32 and declared == onnx.TensorProto.INT64:
            return array.astype(np.int64)
        if array.dtype == np.int32 and declared == onnx.TensorProto.BOOL and np.isin(array, (0, 1)).all():
            return array.astype(bool)
        return array


if __name__ == "__main__":
    serve(MnnWorker())
