"""Apache TVM: its own ONNX importer to Relax, compiled for the `llvm` target, run by the Relax virtual machine on the
CPU.

Relax compiles best for fixed shapes, so the shapes of the case's inputs replace symbolic ones before the import; a
model with symbolic shapes is therefore imported in the compile stage. Initialisers become constants.

The target is plain "llvm": the baseline instruction set of the machine, no fast-math attribute, no products and sums
contracted to fused multiply-adds (x86-64 has none; on aarch64, where every processor has them, it was tried). What
cannot be switched off is TVM's own lowering of some functions to polynomials and to exp (tanh, erf, sigmoid); these
are part of what is tested.

Mode "disable=NAME,NAME" compiles without the named passes.
"""
import os

os.environ.setdefault("TVM_NUM_THREADS", "1")  # read once, when the runtime makes its pool

import warnings

import numpy as np
import onnx

from assay_worker import Identity, Unsupported, Worker, serve


class Program:
    """A model and, once its input shapes are known, the machine that runs it."""

    def __init__(self, model):
        self.model = model
        self.outputs = [output.name for output in model.graph.output]
        self.names = []  # parameters of the machine's function, in order
        self.shapes = None
        self.disabled = []  # passes to compile without
        self.module = None
        self.run = None


def static_shapes(model):
    """{input: shape} where every input is a tensor of a fixed shape that no initialiser provides, otherwise None."""
    defaults = {tensor.name for tensor in model.graph.initializer}
    shapes = {}
    for info in model.graph.input:
        tensor = info.type.tensor_type
        if info.name in defaults or not tensor.HasField("shape"):
            return None
        if not all(dim.HasField("dim_value") for dim in tensor.shape.dim):
            return None
        shapes[info.name] = tuple(dim.dim_value for dim in tensor.shape.dim)
    return shapes


class TvmWorker(Worker):
    framework = "tvm"

    def start(self):
        import tvm
        from tvm import relax
        from tvm.relax.frontend.onnx import from_onnx
        warnings.simplefilter("ignore")  # renamed inputs and the like, one per case
        self.tvm = tvm
        self.relax = relax
        self.from_onnx = from_onnx
        self.target = tvm.target.Target("llvm")
        self.device = tvm.cpu()
        return Identity(version=tvm.__version__)

    def load(self, model, mode):
        program = Program(onnx.load_model_from_string(model))
        if mode.startswith("disable="):
            program.disabled = mode.removeprefix("disable=").split(",")
        for info in list(program.model.graph.input) + list(program.model.graph.output):
            if info.type.HasField("sequence_type") or info.type.HasField("optional_type"):
                raise Unsupported(f"'{info.name}' is not a tensor: imported functions take and give tensors only")
            if info.type.tensor_type.elem_type == onnx.TensorProto.STRING:
                raise Unsupported(f"'{info.name}' holds strings: TVM has no such type")
        shapes = static_shapes(program.model)
        if shapes is not None:
            self.bind(program, shapes)
        return program

    def bind(self, program, shapes):
        """Imports the model for inputs of `shapes`; an initialiser that an input replaces stops being a constant."""
        model = program.model
        if any(tensor.name in shapes for tensor in model.graph.initializer):
            model = onnx.ModelProto.FromString(model.SerializeToString())
            kept = [tensor for tensor in model.graph.initializer if tensor.name not in shapes]
            del model.graph.initializer[:]
            model.graph.initializer.extend(kept)
        try:
            program.module = self.from_onnx(model, shape_dict={name: list(shape) for name, shape in shapes.items()})
        except NotImplementedError as error:  # TVM's OpNotImplemented is one too
            raise Unsupported(str(error)) from error
        defaults = {tensor.name for tensor in model.graph.initializer}
        program.names = [info.name for info in model.graph.input if info.name not in defaults]
        program.shapes = shapes

    def compile(self, loaded, inputs):
        shapes = {name: value.shape for name, value in inputs.items()}
        if loaded.shapes != shapes:
            self.bind(loaded, shapes)
        try:
            with self.tvm.transform.PassContext(disabled_pass=loaded.disabled):
                executable = self.tvm.compile(loaded.module, target=self.target)
        except NotImplementedError as error:
            raise Unsupported(str(error)) from error
        loaded.run = self.relax.VirtualMachine(executable, self.device)["main"]  # machine code is made here
        return loaded

    def run(self, compiled, inputs, wanted):
        if compiled.shapes != {name: value.shape for name, value in inputs.items()}:
            self.compile(compiled, inputs)
        arguments = [self.tvm.runtime.tensor(np.asarray(inputs[name], order="C")) for name in compiled.names]
        result = compiled.run(*arguments)
        results = [result] if len(compiled.outputs) == 1 else list(result)
        outputs = dict(zip(compiled.outputs, results, strict=True))
        return {name: self.to_numpy(outputs[name]) for name in wanted}

    def to_numpy(self, value):
        if isinstance(value, self.tvm.runtime.Tensor):
            return value.numpy()
        # What ONNX computes from shapes stays a shape or a number in Relax, and comes out as one.
        if isinstance(value, self.tvm.runtime.ShapeTuple):
            return np.array(list(value), np.int64)
        if isinstance(value, int):
            return np.array(value, np.int64)
        raise Unsupported(f"output of type {type(value).__name__}")


if __name__ == "__main__":
    serve(TvmWorker())
