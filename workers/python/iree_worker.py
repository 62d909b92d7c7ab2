"""IREE: the ONNX importer of its compiler package, compiled for the CPU (llvm-cpu) in this process, run by its runtime.

Modes: "" compiles at -O2, "opt=off" at -O0, the level at which IREE stands by default.

The model is imported as iree-import-onnx does it: shapes inferred, no other opset made of it. Symbolic shapes stay
symbolic. By default IREE computes float64 in float32 and leaves out roundings between narrow operations; both are
switched off here, as is the reassociation of reductions that comes with -O2. Code is for the baseline CPU, so it has
no fused multiply-add. What cannot be switched off: polynomials stand for the functions of the C library.
"""
import ctypes
import io
import re

import numpy as np
import onnx

from assay_worker import Identity, Unsupported, Worker, onnx_dtype, serve

LEVELS = {"": "O2", "opt=off": "O0"}
FLAGS = [
    "--iree-input-type=onnx",
    "--iree-hal-target-device=local",
    "--iree-hal-local-target-device-backends=llvm-cpu",
    "--iree-llvmcpu-target-cpu=generic",
    "--iree-input-demote-f64-to-f32=false",
    "--iree-llvmcpu-skip-intermediate-roundings=false",
    "--iree-llvmcpu-reassociate-fp-reductions=false",
]
ENTRY = "main"
ERROR = 2  # severity of a diagnostic
DIAGNOSTIC = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p)


class Program:
    """What is made of a model: MLIR bytecode when loaded, the function that runs it when compiled."""

    def __init__(self, model, mode):
        self.level = LEVELS[mode]
        defaults = {tensor.name for tensor in model.graph.initializer}
        self.inputs = [info.name for info in model.graph.input if info.name not in defaults]
        self.defaults = defaults
        self.outputs = {info.name: info.type.tensor_type.elem_type for info in model.graph.output}
        self.bytecode = b""
        self.function = None


class IreeWorker(Worker):
    framework = "iree"

    def start(self):
        from iree.compiler import ir, version
        from iree.compiler.api import ctypes_dl
        from iree.compiler.extras import onnx_importer
        import iree.runtime
        ctypes_dl._initializeGlobalCL("assay", "--mlir-disable-threading")
        # The package offers diagnostics on stderr only; the library's own call hands them to a function.
        self.listen = ctypes_dl._dylib.ireeCompilerInvocationEnableCallbackDiagnostics
        self.listen.restype = None
        self.listen.argtypes = [ctypes.c_void_p, ctypes.c_int, DIAGNOSTIC, ctypes.c_void_p]
        self.ir = ir
        self.api = ctypes_dl
        self.importer = onnx_importer
        self.runtime = iree.runtime
        self.config = iree.runtime.Config("local-sync")  # runs in the calling thread
        return Identity(version=version.VERSION)

    def load(self, model, mode):
        model = onnx.load_model_from_string(model)
        for info in list(model.graph.input) + list(model.graph.output):
            if not info.type.HasField("tensor_type"):
                raise Unsupported(f"'{info.name}' is not a tensor: the exported functions take and give tensors only")
            if info.type.tensor_type.elem_type == onnx.TensorProto.STRING:
                raise Unsupported(f"'{info.name}' holds strings: IREE has no such type")
        model = onnx.shape_inference.infer_shapes(model, data_prop=True)
        model.graph.name = ENTRY  # becomes the function's name
        program = Program(model, mode)
        info = self.importer.ModelInfo(model)
        module = info.create_module(context=self.ir.Context()).operation
        self.importer.NodeImporter.define_function(info.main_graph, module).import_all()
        module.verify()
        buffer = io.BytesIO()
        module.write_bytecode(buffer)
        program.bytecode = buffer.getvalue()
        return program

    def compile(self, loaded, inputs):
        if not loaded.defaults.isdisjoint(inputs):
            raise Unsupported("the importer makes constants of inputs that have a default")
        errors = []

        def hear(severity, text, size, _):
            if severity >= ERROR:
                # "loc(…): what is wrong", then lines with the operation in question
                line = ctypes.string_at(text, size).decode("utf-8", "replace").partition("\n")[0]
                errors.append(re.sub(r"^loc\([^)]*\): ", "", line))

        callback = DIAGNOSTIC(hear)
        with self.api.Session() as session:
            session.set_flags(*FLAGS, f"--iree-opt-level={loaded.level}")
            with session.invocation() as invocation, self.api.Output.open_membuffer() as output:
                self.listen(invocation._inv_p, 0, callback, None)
                source = self.api.Source.wrap_buffer(session, loaded.bytecode)
                if not invocation.parse_source(source) or not invocation.execute():
                    raise RuntimeError(errors[0] if errors else "the compiler failed without a word")
                invocation.output_vm_bytecode(output)
                binary = bytes(output.map_memory())
        module = self.runtime.VmModule.copy_buffer(self.config.vm_instance, binary)
        loaded.function = self.runtime.load_vm_module(module, self.config)[ENTRY]
        return loaded

    def run(self, compiled, inputs, wanted):
        arguments = [inputs[name] for name in compiled.inputs]
        for value in arguments:
            if self.runtime.array_interop.map_dtype_to_element_type(value.dtype) is None:
                raise Unsupported(f"element type {value.dtype} in IREE's Python runtime")
        results = compiled.function(*arguments)
        if len(compiled.outputs) == 1:
            results = [results]
        outputs = dict(zip(compiled.outputs, results, strict=True))
        return {name: self.to_numpy(outputs[name], compiled.outputs[name]) for name in wanted}

    def to_numpy(self, value, declared):
        array = value.to_host()
        # Buffers of the runtime hold integers without a sign, which numpy shows as signed ones.
        if array.dtype.kind == "i" and onnx_dtype(np.dtype(f"u{array.dtype}")) == declared:
            array = array.view(f"u{array.dtype}")
        return array


if __name__ == "__main__":
    serve(IreeWorker())
