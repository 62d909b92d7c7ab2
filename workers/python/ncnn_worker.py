"""ncnn: pnnx converts the ONNX model, ncnn's Python module runs it on the CPU with one thread.

ncnn computes in float32 and has no other type for values; a model that computes in another one is unsupported,
integer constants such as the shape of a Reshape are not. Its tensors have up to four axes and a batch: which axis of
an input or output is the batch is pnnx's decision, and it is read from the example that pnnx writes beside the model.

Storage and arithmetic in 16 bits, which ncnn takes by default, are switched off, as are Winograd convolutions, whose
rounding errors are larger than those of the sum that ONNX defines. pnnx needs the shapes of the inputs, so it runs in
the compile stage.
"""
import os
import pathlib
import re
import subprocess
import tempfile

import numpy as np
import onnx

from assay_worker import DTYPES, Identity, Unsupported, Worker, serve

FLOAT = onnx.TensorProto.FLOAT
RANKS = range(1, 6)
SWITCHED_OFF = ["use_vulkan_compute", "use_fp16_packed", "use_fp16_storage", "use_fp16_arithmetic", "use_bf16_storage",
                "use_winograd_convolution"]


class PnnxError(Exception):
    pass


class NcnnError(Exception):
    pass


class Program:
    def __init__(self, model, data):
        defaults = {tensor.name for tensor in model.graph.initializer}
        self.inputs = [info.name for info in model.graph.input if info.name not in defaults]
        self.outputs = [info.name for info in model.graph.output]
        self.data = data
        self.shapes = None
        self.net = None
        self.batch = {}  # "in0", "out0", …: the axis that is the batch; 233: none


def check_types(model):
    graph = onnx.shape_inference.infer_shapes(model).graph
    for info in list(graph.input) + list(graph.output):
        if not info.type.HasField("tensor_type"):
            raise Unsupported(f"'{info.name}' is not a tensor: ncnn has tensors only")
    constants = {name for node in graph.node if node.op_type == "Constant" for name in node.output}
    for info in list(graph.input) + list(graph.output) + list(graph.value_info):
        number = info.type.tensor_type.elem_type
        if number and number != FLOAT and info.name not in constants:
            raise Unsupported(f"element type {DTYPES[number].lstrip('.')}: ncnn computes in float32 only")


def last_words(said):
    """What pnnx said last, without tables and progress; it folds constants with an ONNX Runtime, which may refuse."""
    refusal = re.search(r"^ort \w+ failed .+", said, re.M)
    if refusal:
        return refusal[0]
    noise = re.compile(r"[│┌└├]|\.\.\. |^#+ |^ *[\d.]+ms$|^\s*$")
    return "; ".join([line.strip() for line in said.splitlines() if not noise.search(line)][-3:])


class NcnnWorker(Worker):
    framework = "ncnn"

    def start(self):
        import importlib.metadata
        import importlib.util
        import ncnn
        self.ncnn = ncnn
        package = importlib.util.find_spec("pnnx")  # importing it would want torch
        self.pnnx = pathlib.Path(package.origin).parent / "pnnx"
        self.folder = tempfile.TemporaryDirectory()
        return Identity(version=f"{ncnn.__version__}+pnnx.{importlib.metadata.version('pnnx')}")

    def load(self, model, mode):
        proto = onnx.load_model_from_string(model)
        check_types(proto)
        return Program(proto, model)

    def compile(self, loaded, inputs):
        if set(inputs) != set(loaded.inputs):
            raise Unsupported("the converter makes constants of inputs that have a default")
        for name, value in inputs.items():
            if value.ndim not in RANKS or value.size == 0:
                raise Unsupported(f"'{name}' of shape {list(value.shape)}: ncnn holds one to five axes, none of size 0")
        self.convert(loaded, inputs)
        net = self.ncnn.Net()
        net.opt.num_threads = 1
        for option in SWITCHED_OFF:
            setattr(net.opt, option, False)
        if net.load_param(self.folder.name + "/model.ncnn.param") != 0:
            raise NcnnError("ncnn cannot read the layers that pnnx has written")
        if net.load_model(self.folder.name + "/model.ncnn.bin") != 0:
            raise NcnnError("ncnn cannot read the weights that pnnx has written")
        loaded.net = net
        return loaded

    def convert(self, loaded, inputs):
        for file in os.scandir(self.folder.name):
            os.remove(file.path)
        with open(self.folder.name + "/model.onnx", "wb") as file:
            file.write(loaded.data)
        shapes = [str(list(inputs[name].shape)).replace(" ", "") + "f32" for name in loaded.inputs]
        done = subprocess.run(
            [self.pnnx, "model.onnx", "inputshape=" + ",".join(shapes), "fp16=0"], cwd=self.folder.name,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True, errors="replace",
            check=False)
        # pnnx's own words for what it cannot convert begin a line each.
        lacking = sorted(set(re.findall(r"^(?:todo|unsupported|ignore) .+$", done.stdout, re.M)))
        example = pathlib.Path(self.folder.name, "model_ncnn.py")
        if lacking:
            raise Unsupported("; ".join(lacking))
        if done.returncode != 0 or not example.exists():
            raise PnnxError(f"pnnx ended with {done.returncode}: {last_words(done.stdout)}")
        found = re.findall(r"\b(in\d+|out\d+)\.numpy\(.*?batch_index=(\d+)", example.read_text())
        loaded.batch = {name: int(axis) for name, axis in found}
        wanted = {f"in{i}" for i in range(len(loaded.inputs))} | {f"out{i}" for i in range(len(loaded.outputs))}
        if set(loaded.batch) != wanted:
            missing = sorted(wanted - set(loaded.batch))
            raise Unsupported(f"pnnx left out {missing}: its inputs and outputs are known by number only")
        loaded.shapes = {name: value.shape for name, value in inputs.items()}

    def run(self, compiled, inputs, wanted):
        if compiled.shapes != {name: value.shape for name, value in inputs.items()}:
            self.compile(compiled, inputs)
        results = {}
        # A clone may go on using the array's memory (four axes, no batch), and layers work in place: private copies.
        arrays = [np.array(inputs[name], order="C") for name in compiled.inputs]
        with compiled.net.create_extractor() as extractor:
            for i, array in enumerate(arrays):
                extractor.input(f"in{i}", self.ncnn.Mat(array, batch_index=compiled.batch[f"in{i}"]).clone())
            for i, name in enumerate(compiled.outputs):
                if name in wanted:
                    status, value = extractor.extract(f"out{i}")
                    if status != 0:
                        raise NcnnError(f"extract gives {status}")
                    results[name] = np.array(value.numpy(batch_index=compiled.batch[f"out{i}"]))
        return results


if __name__ == "__main__":
    serve(NcnnWorker())
