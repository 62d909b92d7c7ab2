"""ONNX Runtime as the last step of a way: a model from a file, run without optimisation of the graph, so that the step before
is what is tested. Needs onnxruntime in the environment."""
import re

import numpy as np
import onnxruntime

from assay_worker import Rejected, Unsupported

TYPES = {"tensor(float)": np.float32, "tensor(double)": np.float64, "tensor(float16)": np.float16, "tensor(int8)": np.int8,
         "tensor(int16)": np.int16, "tensor(int32)": np.int32, "tensor(int64)": np.int64, "tensor(uint8)": np.uint8,
         "tensor(uint16)": np.uint16, "tensor(uint32)": np.uint32, "tensor(uint64)": np.uint64, "tensor(bool)": np.bool_}


class OrtSession:
    """A session over the file at `path`; inputs and outputs in the order of the model."""

    def __init__(self, path):
        onnxruntime.set_default_logger_severity(4)
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 4
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
        self.session = translated("load", lambda: onnxruntime.InferenceSession(path, options, ["CPUExecutionProvider"]))
        self.inputs = [i.name for i in self.session.get_inputs()]
        self.outputs = [o.name for o in self.session.get_outputs()]
        for port in self.session.get_inputs() + self.session.get_outputs():
            if port.type not in TYPES:
                raise Unsupported(f"{port.type}: ONNX Runtime's Python interface does not pass it on")

    def run(self, feeds):
        """feeds: {name: array}; returns arrays in the order of self.outputs."""
        return translated("run", lambda: self.session.run(None, feeds))


def translated(what, call):
    """What ONNX Runtime says of a model that another tool wrote. A kernel that it has not is its own gap."""
    try:
        return call()
    except Exception as error:
        parts = str(error).split(" : ", 3)
        kind = parts[2] if len(parts) == 4 else type(error).__name__
        if kind == "NOT_IMPLEMENTED":
            raise Unsupported(parts[3][:300]) from error
        # The file's name says nothing and differs each time.
        text = re.sub(r"Load model from \S+ failed: ?", "", parts[-1])
        refused = f"ONNX Runtime refuses the converted model ({what}): {text[:1000]}"
        raise Rejected("conversion" if what == "load" else kind, refused) from error
