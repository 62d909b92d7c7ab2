"""tinygrad: its own ONNX reader (tinygrad.nn.onnx.OnnxRunner) on the CPU device.

tinygrad writes C and has it compiled by clang, which must be installed: CC names it, otherwise a `clang` or
`clang-NN` of the search path is taken. Graphs are evaluated lazily, so kernels are made and compiled in the run
stage.

Products and sums stay two operations, and results do not depend on the processor: clang would contract them to fused
multiply-adds where the processor has these. In place of tinygrad's "native" the CPU is named as one without them on
x86_64 (x86-64-v2 with half-precision conversions). Every aarch64 has them; there clang itself is told not to contract,
by the one variable through which it takes options. One thread, no cache of kernels on disk. The runner keeps what it
once read from an input as a constant, so every run has a runner of its own.

tinygrad rewrites floating-point expressions as if they were exact, (x + c) - c to x for one; that cannot be switched
off.
"""
import os
import platform
import shutil
import warnings

import numpy as np
import onnx

from assay_worker import Identity, Optional, Unsupported, Worker, serve

SETTINGS = {"NUM_CPU_THREADS": "1", "PARALLEL": "0", "CACHELEVEL": "0"}
PROCESSORS = {"x86_64": {"DEV": "CPU:CLANG:x86_64,x86-64-v2,f16c"},
              "aarch64": {"DEV": "CPU:CLANG:arm64,generic", "CCC_OVERRIDE_OPTIONS": "# +-ffp-contract=off"}}


def find_clang():
    names = [os.environ.get("CC", ""), "clang"] + [f"clang-{version}" for version in range(30, 13, -1)]
    return next((name for name in names if "clang" in name and shutil.which(name)), None)


class Program:
    def __init__(self, model, runner):
        self.model = model
        self.runner = runner  # None once it has run


class TinygradWorker(Worker):
    framework = "tinygrad"

    def start(self):
        clang = find_clang()
        if clang is None:
            return Identity(version="?", problem="tinygrad compiles with clang, and none is installed")
        machine = platform.machine()
        if machine not in PROCESSORS:
            return Identity(version="?", problem=f"the worker names a processor for {', '.join(PROCESSORS)}, not for {machine}")
        os.environ.update(SETTINGS, CC=clang, **PROCESSORS[machine])
        import importlib.metadata
        from tinygrad import Tensor, dtypes
        from tinygrad.nn.onnx import OnnxRunner
        warnings.simplefilter("ignore")
        self.tensor = Tensor
        self.dtypes = dtypes
        self.runner = OnnxRunner
        return Identity(version=importlib.metadata.version("tinygrad"))

    def load(self, model, mode):
        graph = onnx.load_model_from_string(model).graph
        for info in list(graph.input) + list(graph.output):
            if info.type.tensor_type.elem_type == onnx.TensorProto.STRING:
                raise Unsupported(f"'{info.name}' holds strings: tinygrad has no such type")
        return Program(model, self.parse(model))

    def parse(self, model):
        try:
            return self.runner(self.tensor(model, device="CPU"))
        except (NotImplementedError, ImportError) as error:
            raise Unsupported(str(error)) from error

    def run(self, compiled, inputs, wanted):
        runner, compiled.runner = compiled.runner or self.parse(compiled.model), None
        if not set(inputs) <= set(runner.graph_inputs):
            raise Unsupported("the runner makes constants of inputs that have a default")
        try:
            results = runner({name: self.to_tensor(value) for name, value in inputs.items()})
            return {name: self.to_numpy(results[name]) for name in wanted}
        except (NotImplementedError, ImportError) as error:
            raise Unsupported(str(error)) from error

    def to_tensor(self, value):
        if isinstance(value, Optional):
            return None if value.value is None else self.to_tensor(value.value)
        if isinstance(value, list):
            return [self.to_tensor(item) for item in value]
        if value.dtype.name == "bfloat16":
            return self.tensor(value.view(np.uint16)).bitcast(self.dtypes.bfloat16)
        return self.tensor(np.array(value, order="C"))

    def to_numpy(self, value):
        if isinstance(value, (list, tuple)):
            return [self.to_numpy(item) for item in value]
        if not isinstance(value, self.tensor):
            raise Unsupported(f"output of type {type(value).__name__}")
        if value.dtype == self.dtypes.bfloat16:
            import ml_dtypes
            return value.bitcast(self.dtypes.uint16).numpy().view(ml_dtypes.bfloat16)
        return value.numpy()


if __name__ == "__main__":
    serve(TinygradWorker())
