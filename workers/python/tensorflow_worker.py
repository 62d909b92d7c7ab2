"""Worker for TensorFlow on the CPU: an ONNX model runs on TensorFlow's own operators (tensorflow_ops).

Modes: "eager" runs operator after operator; "graph" traces a tf.function, so that Grappler rewrites the graph
(constant folding, remapping, layout); "xla" is tf.function(jit_compile=True); "path=..." are ways through files
(tensorflow_deploy); "keras" builds layers where Keras has them (keras_layers). Traced programs are specialised to the
shapes of a case, and to the values of inputs that decide about shapes; initialisers are constants of the graph.
"xla-quick" is "xla" in a process whose XLA_FLAGS make it compile faster.
"graph,NAME,NAME" is "graph" without these optimisers of Grappler, by their names in tf.config.optimizer.

One thread for everything. oneDNN stays at its default, on for x86_64 and off for aarch64: what users run. TF32 is
off. XLA has its default flags, so it may keep float16 intermediates in float32. Images are transposed to
channels-last around convolutions and pools, since TensorFlow's CPU kernels know no other layout; Grappler and XLA may
remove the transposes again.

What TensorFlow itself calls missing (no kernel for a type, operator unknown to XLA) is reported as a gap.
"""
import contextlib
import os
import re

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import numpy as np
import tensorflow as tf

import tensorflow_deploy
from assay_worker import Identity, Optional, Unsupported, Worker, serve
from onnx_program import Program, Static, member_of, member_of_node, without_failing
from tensorflow_framework import Framework
from training_task import train

# How TensorFlow says that it has no kernel, or none for so many axes. The last three: integer division by zero and integers to
# negative powers, which ONNX leaves open and TensorFlow answers with an error.
GAPS = (
    "not in the list of allowed values", "not in list of allowed values", "Could not find device for node",
    "No OpKernel was registered", "No registered", "Detected unsupported operations", "must be a compile-time constant",
    "Unsupported numpy type", "Unsupported dtype", "ReverseSequenceOp : Unhandled input dimensions",
    "Input dims must be <= 5 and >=1 [Op:Softmax]", "Input dims must be <= 5 and >=1 [Op:LogSoftmax]",
    "Integer division by zero", "only integer div and mod should have errors",
    "Integers to negative integer powers are not allowed",
    "gradient registry has no entry for",  # an operator that TensorFlow cannot differentiate
    "No gradient defined for operation",
)


# What tf.config.optimizer.set_experimental_options can switch off, and is on by default.
GRAPPLER = (
    "layout_optimizer", "constant_folding", "shape_optimization", "remapping", "arithmetic_optimization",
    "dependency_optimization", "loop_optimization", "function_optimization",
    "implementation_selector",
)


def gap(error):
    """The message of an error that says "not implemented", or None."""
    text = str(error)
    if isinstance(error, (tf.errors.UnimplementedError, NotImplementedError)) or any(g in text for g in GAPS):
        return text.strip().split("\n")[0][:400]
    return None


def to_framework(value):
    if isinstance(value, np.ndarray):
        return Framework.constant(value)
    if isinstance(value, Optional):
        return Optional(None if value.value is None else to_framework(value.value))
    if isinstance(value, dict):
        raise Unsupported("maps")
    if isinstance(value, list):
        return [to_framework(v) for v in value]
    return Framework.constant(np.asarray(value))


def from_framework(value):
    if isinstance(value, Optional):
        return Optional(None if value.value is None else from_framework(value.value))
    if isinstance(value, list):
        return [from_framework(v) for v in value]
    array = np.asarray(value.numpy())
    if array.dtype == object:
        return np.array([s.decode("utf-8", "replace") for s in array.reshape(-1)], dtype=object).reshape(array.shape)
    return array


def flatten(value, flat):
    """Appends the tensors of a value to `flat`; returns its structure for rebuild."""
    if isinstance(value, Optional):
        return "optional", None if value.value is None else flatten(value.value, flat)
    if isinstance(value, list):
        return "list", [flatten(v, flat) for v in value]
    flat.append(value)
    return "tensor", None


def has_strings(value):
    flat = []
    flatten(value, flat)
    return any(tensor.dtype == tf.string for tensor in flat)


def rebuild(structure, tensors):
    """The inverse of flatten; `tensors` is an iterator."""
    kind, inner = structure
    if kind == "tensor":
        return next(tensors)
    if kind == "list":
        return [rebuild(s, tensors) for s in inner]
    return Optional(None if inner is None else rebuild(inner, tensors))


class Loaded:
    """A program with its initialisers as tensors, and what was traced last."""

    def __init__(self, program, mode, framework=None):
        self.program = program
        self.framework = framework or Framework
        self.mode = mode
        self.constants = program.weights(Framework.constant)
        self.trace = None

    @property
    def outputs(self):
        return self.program.graph.outputs

    def eager(self, inputs, wanted, static=None):
        return self.program.run(self.framework, inputs, wanted, static, self.constants)


class Replay(Static):
    """The noted answers. Operations of a pack get names that tell the member, m3/..., which TensorFlow's errors repeat."""

    def __init__(self, log, program):
        super().__init__("replay", log)
        self.nodes = program.graph.nodes if program.is_pack else None
        self.scope = contextlib.ExitStack()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.scope.close()

    def enter(self, place):
        if self.nodes is not None:
            self.scope.close()
            self.scope.enter_context(tf.name_scope(f"m{member_of_node(self.nodes[place])}/"))


def blamed(error):
    """The member of a pack that an error of TensorFlow names, or None."""
    found = re.search(r"\bm(\d+)/", str(error))
    return int(found[1]) if found else None


class Trace:
    """A concrete function of a program, its inputs and outputs flattened to tensors x0000.. and y0000.."""

    def __init__(self, loaded, inputs, jit):
        """inputs: {name: value of the framework}."""
        notes = Static("record")
        loaded.eager(inputs, loaded.outputs, notes)
        self.notes = notes.log
        flat = []
        self.names = list(inputs)
        self.input_structure = [flatten(inputs[name], flat) for name in self.names]
        self.input_types = [(t.shape, t.dtype) for t in flat]
        self.input_tensors = flat
        self.output_structure = None

        def body(*tensors):
            tensors = iter(tensors)
            values = {name: rebuild(s, tensors) for name, s in zip(self.names, self.input_structure)}
            with Replay(self.notes, loaded.program) as answers:
                results = loaded.program.run(Framework, values, loaded.outputs, answers)
            flat = []
            self.output_structure = {name: flatten(value, flat) for name, value in results.items()}
            # An output that is an input, a constant or another output still needs a tensor of its own.
            return {f"y{i:04}": tf.identity(t) for i, t in enumerate(flat)}

        self.function = tf.function(body, autograph=False, jit_compile=jit or None, input_signature=[
            tf.TensorSpec(shape, dtype, f"x{i:04}") for i, (shape, dtype) in enumerate(self.input_types)])
        self.concrete = self.function.get_concrete_function()

    def call(self, flat):
        return self.named(self.concrete(*flat))

    def named(self, results):
        """{"y0000": tensor, ..} -> {output of the model: value}."""
        tensors = iter(value for _, value in sorted(results.items()))
        return {name: rebuild(s, tensors) for name, s in self.output_structure.items()}

    def fits(self, loaded, inputs, flat):
        """Whether the traced program also stands for these inputs: same types, and all notes would be the same."""
        structure = [flatten(inputs[name], []) for name in self.names if name in inputs]
        if structure != self.input_structure or len(inputs) != len(self.names):
            return False
        if [(t.shape, t.dtype) for t in flat] != self.input_types:
            return False
        if not self.notes or all(_same(a, b) for a, b in zip(flat, self.input_tensors)):
            return True
        notes = Static("record")
        loaded.eager(inputs, loaded.outputs, notes)
        return len(notes.log) == len(self.notes) and all(_same(a, b) for a, b in zip(notes.log, self.notes))


def _same(a, b):
    """Whether two tensors or two notes are equal to the bit."""
    a, b = (np.asarray(v.numpy() if tf.is_tensor(v) else v) for v in (a, b))
    if a.shape != b.shape or a.dtype != b.dtype:
        return False
    return a.tolist() == b.tolist() if a.dtype == object else a.tobytes() == b.tobytes()


class TensorFlowWorker(Worker):
    framework = "tensorflow"
    modes = ("eager", "graph", "xla", "xla-quick", "keras", *tensorflow_deploy.PATHS)
    without = set()  # optimisers of Grappler that are switched off
    tasks = ("train",)

    def start(self):
        tf.get_logger().setLevel("ERROR")
        try:
            tf.config.threading.set_intra_op_parallelism_threads(1)
            tf.config.threading.set_inter_op_parallelism_threads(1)
        except RuntimeError:
            pass  # already initialised by an earlier start() in this process
        tf.config.experimental.enable_tensor_float_32_execution(False)
        return Identity(version=tf.__version__, device="cpu")

    def load(self, model, mode):
        kind, *without = (mode or "eager").split(",")
        if kind not in self.modes or (without and kind != "graph"):
            raise Unsupported(f"mode {mode}")
        self._switch_off(without)
        program = Program(model)
        if kind != "keras":
            return Loaded(program, kind.removesuffix("-quick"))
        from keras_layers import Framework as Layers  # most workers never build one
        Layers.operators.check(program)
        return Loaded(program, "eager", Layers)

    def _switch_off(self, optimisers):
        """Grappler without `optimisers`, for what is traced from now on; the last call holds."""
        unknown = set(optimisers) - set(GRAPPLER)
        if unknown:
            raise Unsupported(f"Grappler has no optimiser {sorted(unknown)[0]}")
        if set(optimisers) == self.without:
            return
        self.without = set(optimisers)
        tf.config.optimizer.set_experimental_options({name: name not in self.without for name in GRAPPLER})

    def compile(self, loaded, inputs):
        if loaded.mode != "eager":
            self._guard(without_failing, loaded.program,
                        lambda: self._trace(loaded, loaded.program.given(inputs, to_framework)))
        return loaded

    def run(self, loaded, inputs, wanted):
        return self._guard(self._run, loaded, inputs, wanted)

    def task_train(self, loaded, inputs, wanted, settings):
        from tensorflow_training import Student  # brings Keras, which takes a second
        return self._guard(lambda: train(Student(loaded, Framework, to_framework, inputs, settings), settings, wanted))

    def _trace(self, loaded, inputs):
        loaded.trace = Trace(loaded, inputs, jit=loaded.mode == "xla")
        if loaded.mode in tensorflow_deploy.PATHS:
            loaded.trace.concrete = tensorflow_deploy.PATHS[loaded.mode](loaded.trace, loaded.program)
        if loaded.mode == "xla":
            for name in loaded.trace.names:
                # XLA says so itself, but TensorFlow 2.21 aborts at a second call with an empty tensor of strings.
                if has_strings(inputs[name]):
                    refusal = Unsupported("strings: XLA has none")
                    refusal.assay_member = member_of(name) if loaded.program.is_pack else None
                    raise refusal
            try:
                loaded.trace.concrete(*loaded.trace.input_tensors)  # XLA compiles at the first call
            except Exception as error:
                error.assay_member = blamed(error) if loaded.program.is_pack else None
                raise

    def _run(self, loaded, inputs, wanted):
        inputs = loaded.program.given(inputs, to_framework)
        if loaded.mode == "eager":
            operators = loaded.framework.operators
            before = getattr(operators, "built", None)
            results = loaded.eager(inputs, wanted)
            if before is not None:
                operators.check_built(before)
        else:
            flat = []
            for value in inputs.values():
                flatten(value, flat)
            if not loaded.trace.fits(loaded, inputs, flat):
                self._trace(loaded, inputs)
                flat = loaded.trace.input_tensors
            results = loaded.trace.call(flat)
        return loaded.program.completed(lambda name: from_framework(results[name]), wanted)

    @staticmethod
    def _guard(function, *arguments):
        try:
            return function(*arguments)
        except Unsupported:
            raise
        except Exception as error:
            message = gap(error)
            if message is None:
                raise
            raise Unsupported(message) from error


if __name__ == "__main__":
    serve(TensorFlowWorker())
