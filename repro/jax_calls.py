"""A model as calls of JAX, recorded in a run without jit."""
import jax
import jax.numpy as jnp
import numpy as np

from assay_worker import Optional
from calls import Recorder, _index
from literals import array_source, dtype_name
from onnx_program import Program
from proxies import Current, Recorded, imported, listen_to_tensors
from recorded import function_values, leaves, record

METHODS = ("astype", "reshape", "sum", "transpose", "mean", "max", "min", "any", "all", "squeeze", "swapaxes", "take",
           "flatten", "ravel", "clip", "argmax", "argmin", "view", "conj", "prod")
CALLS = {"jit": "result = jax.jit(f)(*arguments)",
         "cuda": "result = jax.jit(f)(*arguments)"}


def jit(function=None, **options):
    """jax.jit as the importer calls it: of JAX's own functions under their names; its own compositions are taken apart."""
    if function is None:
        return lambda given: jit(given, **options)
    if not isinstance(function, Recorded):
        return function
    options = {key: value for key, value in options.items() if value}
    words = "".join(f", {key}={value!r}" for key, value in options.items())
    return Recorded(jax.jit(function.function, **options), f"jax.jit({function.name}{words})")


class At:
    """x.at[index].set(y) and its kin."""

    def __init__(self, array, index=None):
        self.array, self.index = array, index

    def __getitem__(self, index):
        return At(self.array, index)

    def __getattr__(self, name):
        def change(array, index, value, **kwargs):
            return getattr(_at.__get__(array)[index], name)(value, **kwargs)

        def call(value, **kwargs):
            if Current.recorder is None:
                return change(self.array, self.index, value, **kwargs)
            return Current.recorder.call(f"at.{name}", change, (self.array, self.index, value), kwargs,
                                         form=lambda w: f"{w[0]}.at[{_index(self.index, w[1])}].{name}({w[2]})")
        return call


def spell(value):
    if isinstance(value, Recorded):
        return value.name
    if isinstance(value, np.dtype):
        return dtype_name(value)
    if isinstance(value, type) and value in (bool, int, float):
        return value.__name__
    if isinstance(value, type(jnp.float32)):  # jnp.float32 and its kin
        return dtype_name(np.dtype(value))
    if isinstance(value, tuple) and hasattr(value, "_fields") or type(value).__module__.startswith("jax.") and \
            type(value).__name__ in ("GatherDimensionNumbers", "ScatterDimensionNumbers", "ConvDimensionNumbers"):
        return "jax.lax." + repr(value)
    if type(value).__name__ in ("GatherScatterMode", "Precision"):
        return f"jax.lax.{value}"
    return None


def tensor_source(value):
    return f"jnp.asarray({array_source(np.asarray(value))})"


_at = None  # JAX's own property


def values(case):
    global _at
    jax.config.update("jax_enable_x64", True)
    request = case.request
    names = ["jax_worker", "jax_ops"]
    worker, operators = imported("jax", jax, "jax", names, {"jax.numpy": "jnp"}, {"jax.jit": jit})
    worker.jax, worker.jnp = jax, jnp  # set by the worker's start otherwise
    array = type(jnp.zeros(1))
    listen_to_tensors(array, METHODS)
    if _at is None:
        _at, array.at = array.at, property(At)
    recorder = Recorder(lambda v: isinstance(v, jax.Array), spell, tensor_source)
    program, framework = Program(case.data), worker._Framework(operators.OPS)
    inputs = {name: worker.to_jax(Optional(None) if v is None else v) for name, v in case.inputs.items()}
    constants = {name: worker.to_jax(a) for name, a in program.graph.constants.items()}
    parameters = [(recorder.argument(name, leaf), tensor_source(leaf))
                  for name, value in {**inputs, **constants}.items() for leaf in leaves(value)]

    def run():
        Current.recorder = recorder
        try:
            return program.run(framework, inputs, request["outputs"], None, constants)
        finally:
            Current.recorder = None

    results = record(recorder, run, request["outputs"])
    return function_values(case, recorder, parameters, results, CALLS)
