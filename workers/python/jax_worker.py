"""JAX: ONNX models on jax.numpy and jax.lax, op by op ("eager") or as one XLA program ("jit").

The device comes from ASSAY_DEVICE: "cpu" (default) or "cuda". JAX reads its settings when it is imported, so they are
made in start(), and the operators (jax_ops) are imported there as well.

In mode "jit" the initialisers are arguments of the program, as the weights of a model are, so that XLA cannot fold
them. Shapes, axes and the like that are read from inputs or initialisers are known without running anything; only when
a program asks for a value that it computes (call.static, call.note) that part of it is run eagerly to learn the value. A
program that was specialised to values of its inputs is compiled again when they change. The functions that jax.numpy itself
compiles are traced in their place in a pack, which halves the time of tracing; XLA gets the same operations.
"""
import contextlib
import os

import numpy as np

from assay_worker import Identity, Optional, Unsupported, Worker, onnx_dtype, serve
from onnx_program import Makers, OnDemand, Program, without_failing
from training_task import train

XLA_FLAGS = ("--xla_cpu_multi_thread_eigen=false", "intra_op_parallelism_threads=1",
             # Otherwise XLA may drop a Cast to float16 and back as excess precision.
             "--xla_allow_excess_precision=false")
CUDA_FLAGS = ("--xla_gpu_deterministic_ops=true",)
MODES = {"eager": "eager", "jit": "jit", "jit-quick": "jit", "cuda": "jit"}
# All rewrites of the graph as usual; machine code from the older emitter, which makes less of it, from LLVM without optimisation, and
# as one module: each further one costs as much as some kernels.
QUICK = {"xla_backend_optimization_level": 0, "xla_cpu_use_fusion_emitters": False, "xla_cpu_parallel_codegen_split_count": 1}
# JAX never forgets a compiled shape; a campaign has more shapes than memory.
LOADS_BETWEEN_CLEANINGS = 200
# What JAX and XLA say where they have no kernel for an element type.
GAPS = ("UNIMPLEMENTED", "does not accept dtype", "not implemented", "Unsupported dtype", "unsupported dtype",
        "Invalid XLA PrimitiveType")


class JaxWorker(Worker):
    framework = "jax"
    tasks = ("train",)

    def start(self):
        global jax, jnp
        device = os.environ.get("ASSAY_DEVICE", "cpu")
        os.environ["JAX_PLATFORMS"] = device
        os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"
        flags = XLA_FLAGS + (CUDA_FLAGS if device == "cuda" else ())
        os.environ["XLA_FLAGS"] = " ".join((os.environ.get("XLA_FLAGS", ""),) + flags).strip()
        import jax
        import jax.numpy as jnp
        jax.config.update("jax_enable_x64", True)
        jax.config.update("jax_default_matmul_precision", "highest")
        try:
            found = jax.devices()[0]
        except (RuntimeError, AssertionError) as error:  # the latter where the CUDA plugin is not installed
            problem = "no CUDA device" if device == "cuda" else str(error)
            return Identity(version=jax.__version__, device=device, problem=problem)
        import jax_ops
        self.operators = jax_ops.OPS
        self.loads = 0
        jax.tree_util.register_pytree_node(Optional, lambda o: ((o.value,), None), lambda _, c: Optional(*c))
        return Identity(version=jax.__version__, device="cpu" if device == "cpu" else f"{device}:{found.device_kind}")

    def device_memory(self):
        figures = jax.devices()[0].memory_stats() or {}  # None on a CPU
        if "bytes_in_use" not in figures:
            return None
        return figures["bytes_in_use"], figures.get("peak_bytes_in_use", figures["bytes_in_use"])  # the peak of the process

    def device_is_lost(self):
        if jax.default_backend() == "cpu":
            return False
        try:  # an error of a kernel stays with the context
            jax.device_put(np.zeros(1)).block_until_ready()
        except RuntimeError:
            return True
        return False

    def load(self, model, mode):
        if mode not in MODES:
            raise Unsupported(f"mode {mode}")
        self.loads += 1
        if self.loads % LOADS_BETWEEN_CLEANINGS == 0:
            jax.clear_caches()
        loaded = _Loaded(Program(model), _Framework(self.operators), MODES[mode])
        loaded.quick = mode == "jit-quick"
        return loaded

    def compile(self, loaded, inputs):
        if loaded.mode == "jit":
            _guarded(loaded.compile, inputs)
        return loaded

    def run(self, compiled, inputs, wanted):
        return _guarded(compiled.run, inputs, wanted)

    def task_train(self, loaded, inputs, wanted, settings):
        from jax_training import Student
        return _guarded(lambda: train(Student(loaded, to_jax, inputs, settings), settings, wanted))


def _guarded(function, *args):
    """Calls `function`; a missing kernel becomes Unsupported."""
    try:
        return function(*args)
    except Unsupported:
        raise
    except NotImplementedError as error:
        raise Unsupported(str(error)) from error
    except Exception as error:
        text = str(error)
        if any(gap in text for gap in GAPS):
            raise Unsupported(text[:400]) from error
        raise


class _Framework:
    """What Program.run() needs of JAX."""

    def __init__(self, operators):
        self.operators = operators
        self.known = {}  # id of a tracer -> (numpy value of this case, whether it is an input)
        self.makers = None  # of the values of a pack that is being traced
        self.specialised = False  # has the value of an input been asked for while tracing?
        self._constants = {}  # id of an array -> (the array, so that the id stays its own; its value)

    def constant(self, array):
        kept = self._constants.get(id(array))
        if kept is None:
            with jax.ensure_compile_time_eval():
                kept = self._constants[id(array)] = (array, to_jax(array))
        return kept[1]

    def to_numpy(self, value):
        known = self.known.get(id(value))
        if known is None and self.makers is not None:
            known = self.makers.learn(value, self.known)
        if known is None:
            return np.asarray(value)
        self.specialised |= known[1]
        return known[0]

    @staticmethod
    @contextlib.contextmanager
    def untraced():
        with jax.disable_jit(False), jax.ensure_compile_time_eval():
            yield

    def type_of(self, value):
        if isinstance(value, (list, Optional)):
            raise Unsupported("the specification's function body for sequences")
        return onnx_dtype(value.dtype), value.shape


class _Loaded:
    """A model, its weights on the device and, in mode "jit", the executable."""

    def __init__(self, program, framework, mode):
        self.program = program
        self.framework = framework
        self.mode = mode
        self.weights = program.weights(to_jax)
        self.executable = None
        self.quick = False

    def run(self, inputs, wanted):
        if self.mode == "eager":
            values = {name: to_jax(value) for name, value in inputs.items()}
            found = self.program.run(self.framework, values, wanted, constants=self.weights)
            return {name: to_numpy(value) for name, value in found.items()}
        if not self.fits(inputs):
            self.compile(inputs)
        found = self.executable(self.weights, self.program.given(inputs, to_jax))
        return self.program.completed(lambda name: to_numpy(found[name]), wanted)

    def fits(self, inputs):
        return self.signature == _signature(inputs) and (not self.specialised or _same(self.inputs, inputs))

    def compile(self, inputs):
        lowered = without_failing(self.program, lambda: self.lower(inputs))
        self.signature = _signature(inputs)
        self.inputs = inputs
        self.executable = lowered.compile(QUICK if self.quick else None)

    def lower(self, inputs):
        """The program as XLA gets it."""
        values = self.program.given(inputs, to_jax)
        self.weights = {name: self.weights[name] for name in self.program.graph.constants}
        inputs = {name: inputs[name] for name in values}
        unknown = (jax.errors.ConcretizationTypeError, jax.errors.TracerArrayConversionError,
                   jax.errors.TracerIntegerConversionError)
        answers = OnDemand(self.program, _Framework(self.framework.operators), values, self.weights, unknown)
        lowered = self._lower(values, answers, inputs)
        self.specialised = self.framework.specialised or bool(answers.notes)
        return lowered

    def _lower(self, values, static, inputs):
        graph, framework = self.program.graph, self.framework

        def traced(weights, values):
            framework.known = {id(weights[name]): (array, False) for name, array in graph.constants.items()}
            framework.known.update({id(values[name]): (array, True) for name, array in inputs.items()
                                    if isinstance(array, np.ndarray)})
            with jax.disable_jit(self.program.is_pack):
                return self.program.run(framework, values, graph.outputs, static, weights)

        framework.specialised = False
        framework.makers = Makers(_is_unknown) if self.program.is_pack else None
        try:
            return jax.jit(traced, keep_unused=True).lower(self.weights, values)
        finally:
            framework.known = {}
            framework.makers = None


def _is_unknown(value):
    return isinstance(value, jax.core.Tracer) or not isinstance(value, (jax.Array, np.ndarray))


def to_jax(value):
    if isinstance(value, (np.ndarray, np.generic)):
        if value.dtype.kind in "OUS":
            raise Unsupported("strings")
        return jax.device_put(value)  # jnp.asarray compiles a program for every shape
    if isinstance(value, list):
        return [to_jax(v) for v in value]
    if isinstance(value, Optional):
        return Optional(None if value.value is None else to_jax(value.value))
    if value is None:
        return Optional(None)
    raise Unsupported(f"inputs of kind {type(value).__name__}")


def to_numpy(value):
    if isinstance(value, (list, tuple)):
        return [to_numpy(v) for v in value]
    if isinstance(value, Optional):
        return Optional(None if value.value is None else to_numpy(value.value))
    return np.asarray(value)


def _signature(inputs):
    """Shapes and types of the inputs, comparable."""
    return {name: _signature_of(value) for name, value in inputs.items()}


def _signature_of(value):
    if isinstance(value, list):
        return [_signature_of(v) for v in value]
    if isinstance(value, Optional):
        return ("optional", _signature_of(value.value))
    return None if value is None else (value.dtype, value.shape)


def _same(a, b):
    """Equal values, given equal signatures."""
    if isinstance(a, dict):
        return all(_same(a[name], b[name]) for name in a)
    if isinstance(a, list):
        return all(map(_same, a, b))
    if isinstance(a, Optional):
        return _same(a.value, b.value)
    return a is b or a.tobytes() == b.tobytes()


if __name__ == "__main__":
    serve(JaxWorker())
