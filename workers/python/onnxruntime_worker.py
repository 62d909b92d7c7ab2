"""ONNX Runtime through its Python module: for versions whose wheel holds no library that a native worker could open (before 1.19).

workers/onnxruntime/worker.cc starts this in its place; modes and error kinds are the same.
"""
import os

import onnxruntime
from onnxruntime import GraphOptimizationLevel as Level

from assay_worker import Identity, Optional, Rejected, Unsupported, Worker, serve

LEVELS = {
    "": Level.ORT_ENABLE_ALL,
    "cuda": Level.ORT_ENABLE_ALL,
    "opt=all": Level.ORT_ENABLE_ALL,
    "opt=extended": Level.ORT_ENABLE_EXTENDED,
    "opt=basic": Level.ORT_ENABLE_BASIC,
    "opt=off": Level.ORT_DISABLE_ALL,
}


def plain(value):
    """A value of the protocol as ONNX Runtime takes it: optionals as their content."""
    return value.value if isinstance(value, Optional) else value


def kind_and_text(error):
    """The parts of "[ONNXRuntimeError] : 9 : NOT_IMPLEMENTED : text"."""
    parts = str(error).split(" : ", 3)
    return parts[2:] if len(parts) == 4 and parts[0] == "[ONNXRuntimeError]" else (type(error).__name__, str(error))


class OnnxRuntimeWorker(Worker):
    framework = "onnxruntime"

    def start(self):
        onnxruntime.set_default_logger_severity(4)
        self.cuda = os.environ.get("ASSAY_DEVICE") == "cuda"
        missing = self.cuda and "CUDAExecutionProvider" not in onnxruntime.get_available_providers()
        return Identity(onnxruntime.__version__, "cuda" if self.cuda else "cpu", "no CUDA device: this build of ONNX Runtime has no CUDA provider" if missing else "")

    def load(self, model, mode):
        before, _, names = mode.partition("disable=")
        level, disabled = LEVELS.get(before.removesuffix(",")), names.split(",") if names else []
        if level is None:
            raise Rejected("mode", f"there is no mode {mode}")
        try:
            return self.session(model, level, disabled)
        except Unsupported as error:
            # A kernel that is only missing once the graph has been optimised is a defect of the optimiser.
            if level == Level.ORT_DISABLE_ALL or not self.loads(model):
                raise
            raise Rejected("NOT_IMPLEMENTED", str(error)) from error

    def loads(self, model):
        try:
            self.session(model, Level.ORT_DISABLE_ALL, [])
            return True
        except Exception:
            return False

    def session(self, model, level, disabled):
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 4
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.graph_optimization_level = level
        providers = ["CUDAExecutionProvider"] if self.cuda else []
        return self.translated(lambda: onnxruntime.InferenceSession(
            model, options, providers + ["CPUExecutionProvider"], disabled_optimizers=disabled))

    def run(self, compiled, inputs, wanted):
        optional = {o.name for o in compiled.get_outputs() if o.type.startswith("optional")}
        feeds = {name: plain(value) for name, value in inputs.items()}
        results = self.translated(lambda: compiled.run(wanted or None, feeds))
        names = wanted or [o.name for o in compiled.get_outputs()]
        for name, result in zip(names, results):
            if result is None and name not in optional:
                raise Rejected("NO_VALUE", f"the output {name} comes without a value")
        return {n: Optional(r) if n in optional else r for n, r in zip(names, results)}

    def translated(self, call):
        try:
            return call()
        except Exception as error:
            kind, text = kind_and_text(error)
            raise (Unsupported(text) if kind == "NOT_IMPLEMENTED" else Rejected(kind, text)) from error


if __name__ == "__main__":
    serve(OnnxRuntimeWorker())
