"""MindSpore: ONNX models on mindspore.ops, op by op ("pynative") or traced into one graph ("graph").

A modest set of operators, enough for convolutional nets and small transformers on the CPU; the rest is Unsupported or
runs through the specification's function bodies. "graph" is mindspore.jit with capture_mode "trace": the program is
first run op by op to learn shapes and other static values. MindSpore's wheel is built for NumPy 1.x.
"""
import itertools
import os

import numpy as np

from assay_worker import Identity, Unsupported, Worker, onnx_dtype, serve
from onnx_program import Program, Static

MODES = ("pynative", "graph")
# What MindSpore says where it has no kernel for an operator or element type.
GAPS = ("unregistered", "must be a type of", "Select CPU operator", "Create kernelmod", "the input type Tensor[")

_serial = itertools.count()


class MindSporeWorker(Worker):
    framework = "mindspore"

    def start(self):
        global ms, mindspore_ops
        if os.environ.get("ASSAY_DEVICE", "cpu") != "cpu":
            return Identity(version="?", problem="only the CPU is supported")
        os.environ.setdefault("OMP_NUM_THREADS", "1")
        os.environ.setdefault("GLOG_v", "3")  # errors only
        import mindspore as ms
        ms.set_device("CPU")
        ms.runtime.dispatch_threads_num(1)
        import mindspore_ops
        self.operators = mindspore_ops.OPS
        return Identity(version=ms.__version__, device="cpu")

    def load(self, model, mode):
        if mode not in MODES:
            raise Unsupported(f"mode {mode}")
        return _Loaded(Program(model), _Framework(self.operators), mode)

    def compile(self, loaded, inputs):
        if loaded.mode == "graph":
            _guarded(loaded.compile, inputs)
        return loaded

    def run(self, compiled, inputs, wanted):
        return _guarded(compiled.run, inputs, wanted)


def _guarded(function, *args):
    """Calls `function`; a missing kernel becomes Unsupported."""
    try:
        return function(*args)
    except Unsupported:
        raise
    except Exception as error:
        text = str(error)
        if isinstance(error, NotImplementedError) or any(gap in text for gap in GAPS):
            raise Unsupported(text.strip()[:400]) from error
        raise
    finally:
        _settle()


def _settle():
    """Operators run behind the caller's back: what is wrong with one of them must not be told to a later case."""
    try:
        ms.runtime.synchronize()
    except Exception:  # of this case, whose answer is known
        pass


class _Framework:
    """What Program.run() needs of MindSpore."""

    def __init__(self, operators):
        self.operators = operators
        self._constants = {}  # id of an array -> (the array, so that the id stays its own; its tensor)

    def constant(self, array):
        kept = self._constants.get(id(array))
        if kept is None:
            kept = self._constants[id(array)] = (array, to_tensor(array))
        return kept[1]

    def to_numpy(self, value):
        return value.asnumpy()

    def type_of(self, value):
        return onnx_dtype(np.dtype(ms.dtype_to_nptype(value.dtype))), tuple(value.shape)


class _Loaded:
    """A model, its weights and, in mode "graph", the traced function."""

    def __init__(self, program, framework, mode):
        self.program = program
        self.framework = framework
        self.mode = mode
        self.weights = {name: to_tensor(array) for name, array in program.graph.constants.items()}
        self.inputs = None

    def run(self, inputs, wanted):
        values = {name: to_tensor(value) for name, value in inputs.items()}
        if self.mode == "pynative":
            found = self.program.run(self.framework, values, wanted, constants=self.weights)
            return {name: value.asnumpy() for name, value in found.items()}
        if not self._fits(inputs):
            self.compile(inputs)
        found = self.traced(*self.weights.values(), *values.values())
        found = found if isinstance(found, (tuple, list)) else (found,)
        return {name: value.asnumpy() for name, value in zip(self.program.graph.outputs, found) if name in wanted}

    def _fits(self, inputs):
        """The trace is specialised to values that it has read, so it serves the very inputs it was made for."""
        return self.inputs is not None and all(
            a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()
            for a, b in ((self.inputs[name], value) for name, value in inputs.items()))

    def compile(self, inputs):
        graph, weights = self.program.graph, list(self.weights)
        values = {name: to_tensor(value) for name, value in inputs.items()}
        record = Static("record")
        self.program.run(self.framework, values, graph.outputs, record, self.weights)

        def traced(*tensors):
            constants = dict(zip(weights, tensors))
            found = self.program.run(self.framework, dict(zip(values, tensors[len(weights):])), graph.outputs,
                                     Static("replay", record.log), constants)
            return tuple(found[name] for name in graph.outputs)

        # MindSpore keeps graphs under the function's name and id(), and finds the graph of a function that is gone when
        # its id comes back; so each function gets a name of its own.
        traced.__name__ = f"traced_{next(_serial)}"
        self.traced = ms.jit(traced, capture_mode="trace")
        try:
            self.traced(*self.weights.values(), *values.values())
        except Exception:
            _leave_trace()
            raise
        self.inputs = inputs


def _leave_trace():
    """A trace that fails stays open in MindSpore 2.10, and every later one is refused."""
    from mindspore.graph import jit_trace
    jit_trace._using_trace = False
    jit_trace.set_jit_context(None)


def to_tensor(value):
    if not isinstance(value, (np.ndarray, np.generic)):
        raise Unsupported(f"inputs of kind {type(value).__name__}")
    return mindspore_ops.to_tensor(value)


if __name__ == "__main__":
    serve(MindSporeWorker())
