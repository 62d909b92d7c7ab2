"""OpenVINO in Python: its ways through files, and wheels that hold no C library. The plain target is a native worker
(workers/openvino), whose C interface lacks the former and which hands over to this one for the latter.

Modes
             (none) the plain way, as the native worker has it
  path=ir    ONNX -> IR: openvino.save_model writes the .xml and .bin, these are read, compiled and run
  path=blob  the compiled model exported and imported again

The settings are those of the native worker: one thread, one stream, 32-bit floats; weights are not compressed to 16 bits.
"""
import re

import numpy as np
import openvino

if not hasattr(openvino, "Core"):  # before 2023.1
    import openvino.runtime as openvino

from assay_worker import Identity, Rejected, Unsupported, Worker, serve
from deploy_common import line_of, place, scratch

SETTINGS = {"INFERENCE_NUM_THREADS": 1, "NUM_STREAMS": 1, "INFERENCE_PRECISION_HINT": "f32", "ENABLE_CPU_PINNING": False}
# Wheels from before numpy 2 copy its arrays wrongly; they take the arrays themselves.
SHARED = tuple(map(int, openvino.get_version().split("-")[0].split(".")[:2])) < (2024, 3)
# What OpenVINO itself calls missing, as the native worker takes it.
GAPS = re.compile(r"[Nn]ot (supported|implemented)|not support the following ONNX operations|[Uu]nsupported|No conversion rule|OpConversionFailure")
TYPES = {"f32": np.float32, "f64": np.float64, "f16": np.float16, "i64": np.int64, "i32": np.int32, "i16": np.int16,
         "i8": np.int8, "u64": np.uint64, "u32": np.uint32, "u16": np.uint16, "u8": np.uint8, "boolean": np.bool_}


def translated(stage, function, *arguments):
    try:
        return function(*arguments)
    except RuntimeError as error:
        found = GAPS.search(str(error))
        if stage == "read" and found:
            raise Unsupported(line_of(str(error), found)) from error
        last = str(error).strip().splitlines()[-1][:1000]
        if stage in ("save", "load"):
            raise Rejected("conversion", f"{stage} of the model fails: {last}") from error
        raise Rejected(stage, last) from error


class OpenvinoWorker(Worker):
    framework = "openvino"

    def start(self):
        self.core = openvino.Core()
        return Identity(openvino.get_version().split("-")[0])

    def load(self, model, mode):
        if mode not in ("", "path=ir", "path=blob"):
            raise Rejected("mode", f"there is no mode {mode}")
        read = translated("read", self.core.read_model, model, b"")
        if mode != "path=ir":
            return read, mode == "path=blob"
        with scratch() as folder:
            path = place(folder, "model.xml")
            translated("save", lambda: openvino.save_model(read, path, compress_to_fp16=False))
            again = translated("load", self.core.read_model, path)
            return again.clone(), False  # the file may be mapped into memory: a copy outlives it

    def compile(self, loaded, inputs):
        model, blob = loaded
        compiled = translated("compile", self.core.compile_model, model, "CPU", SETTINGS)
        if blob:
            data = translated("save", compiled.export_model)
            compiled = translated("load", self.core.import_model, data, "CPU", SETTINGS)
        return compiled

    def run(self, compiled, inputs, wanted):
        request = compiled.create_infer_request()
        names = [port.get_names() for port in compiled.inputs]
        left = [name for name in inputs if not any(name in known for known in names)]
        arrays = []  # live as long as the request
        for i, port in enumerate(compiled.inputs):
            # An input that is an output as well may be known by the output's name only.
            name = next((n for n in inputs if n in names[i]), None) or (left.pop(0) if left else None)
            if name is None:
                raise Unsupported("OpenVINO does not know all inputs by their names")
            value = inputs[name]
            if not isinstance(value, np.ndarray) or port.get_element_type().get_type_name() not in TYPES:
                raise Unsupported("an input that OpenVINO's Python interface does not take")
            arrays.append(np.array(value, order="C"))
            request.set_input_tensor(i, openvino.Tensor(arrays[-1], shared_memory=SHARED))
        translated("run", request.infer)
        out = {}
        for name in wanted:
            tensor = request.get_tensor(name)
            kind = tensor.get_element_type().get_type_name()
            if kind not in TYPES:
                raise Unsupported(f"an output of type {kind}")
            out[name] = np.array(tensor.data, dtype=TYPES[kind])
        return out


if __name__ == "__main__":
    serve(OpenvinoWorker())
