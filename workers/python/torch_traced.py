"""A program in one of torch's traced modes: first flattened to ATen calls, then handed to jit, compile, export or a way through files.

The program is run once on the real inputs while every number that an operator needs as a plain one is noted. A second
run hears the same answers while make_fx records torch's own operators, so that what the compilers see is a plain graph
of ATen calls and nothing of the importer. The weights are inputs of that graph, behind those of the model, so that no
compiler folds them away.
"""
import contextlib

import numpy as np
import torch
from torch.fx.experimental.proxy_tensor import make_fx

import torch_cuda
import torch_deploy
import torch_kernels
import torch_shortcuts
from assay_worker import Optional
from onnx_program import Static, without_failing
from torch_ops.base import to_numpy


ALONE = "inductor alone"  # a model's backend: no backend of torch.compile


def flatten(value, leaves):
    """Appends the tensors in `value` to `leaves`; returns the form that rebuild() needs."""
    if isinstance(value, list):
        return ["list"] + [flatten(item, leaves) for item in value]
    if isinstance(value, Optional):
        return ["optional"] + ([] if value.value is None else [flatten(value.value, leaves)])
    leaves.append(value)
    return "tensor"


def rebuild(form, leaves):
    """The value of the given form; `leaves` is an iterator over tensors."""
    if form == "tensor":
        return next(leaves)
    if form[0] == "list":
        return [rebuild(item, leaves) for item in form[1:]]
    return Optional(rebuild(form[1], leaves) if len(form) > 1 else None)


def same(a, b):
    """Whether two answers to questions of the importer are equal."""
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        a, b = np.asarray(a), np.asarray(b)
        return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()
    if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
        return len(a) == len(b) and all(map(same, a, b))
    return a == b


class Traced:
    def __init__(self, model, inputs):
        self.model = model
        self.prepare(inputs)

    def prepare(self, inputs):
        arguments, graph = without_failing(self.model.program, lambda: self.trace(inputs))
        leaves = arguments[:len(self.signature)]
        if self.model.mode in torch_deploy.PATHS:
            self.function = torch_deploy.build(self.model.mode, graph, leaves, self.weights)
        else:
            self.function = BUILD[self.model.mode](graph, arguments, self.model)

    def trace(self, inputs):
        """The tensors that the program starts from, and its graph of ATen calls."""
        program = self.model.program
        values = self.model.wrap(inputs)
        self.outputs = program.graph.outputs
        self.constants = {name: self.model.constants[name] for name in program.graph.constants}
        self.weights = list(self.constants.values())
        self.inputs = inputs
        leaves = []
        self.input_form = {name: flatten(value, leaves) for name, value in values.items()}
        self.signature = [(leaf.dtype, leaf.shape) for leaf in leaves]
        self.log, results = self.record(values)
        self.output_form = [flatten(results[name], []) for name in self.outputs]
        arguments = (*leaves, *self.weights)
        return arguments, make_fx(self.replay, pre_dispatch=True)(*arguments)

    def record(self, values):
        static = Static("record")
        return static.log, self.model.run(values, self.outputs, static)

    def replay(self, *arguments):
        leaves = iter(arguments)
        values = {name: rebuild(form, leaves) for name, form in self.input_form.items()}
        constants = dict(zip(self.constants, leaves))
        results = self.model.run(values, self.outputs, Static("replay", self.log), constants)
        found = []
        for name in self.outputs:
            flatten(results[name], found)
        return found

    def fits(self, inputs, values, form, leaves):
        """Whether what was compiled holds for these inputs: the same types, and the same answers to what was asked."""
        if form != self.input_form or [(leaf.dtype, leaf.shape) for leaf in leaves] != self.signature:
            return False
        if not self.log or inputs is self.inputs:
            return True
        log, _ = self.record(values)
        return same(log, self.log)

    def run(self, inputs, wanted):
        values = self.model.wrap(inputs)
        leaves = []
        form = {name: flatten(value, leaves) for name, value in values.items()}
        if not self.fits(inputs, values, form, leaves):
            self.prepare(inputs)
        if self.model.random:
            torch.manual_seed(0)
        found = iter(self.function(*leaves, *self.weights))
        results = {name: rebuild(form, found) for name, form in zip(self.outputs, self.output_form)}
        return self.model.program.completed(lambda name: _unwrap(results[name]), wanted)


def _unwrap(value):
    if isinstance(value, list):
        return [_unwrap(item) for item in value]
    if isinstance(value, Optional):
        return Optional(None if value.value is None else _unwrap(value.value))
    return to_numpy(value)


def build_jit(graph, arguments, _):
    count = len(arguments)
    example = arguments or (torch.zeros(()),)  # a trace needs an input
    # Traced as a function: as a module, torch would spend most of the time on scripting its other methods.
    traced = torch.jit.trace(lambda *leaves: tuple(graph(*leaves[:count])), example, check_trace=False)
    with torch.jit.optimized_execution(True):
        for _ in range(2):  # the executor optimises after it has seen two runs
            traced(*example)
    return traced if arguments else lambda: traced(*example)


def build_compile(graph, arguments, model):
    torch._dynamo.reset()
    torch._dynamo.config.suppress_errors = False
    torch._dynamo.config.capture_dynamic_output_shape_ops = True  # NonZero and its kin without a graph break
    torch._dynamo.config.capture_scalar_outputs = True
    if model.program.is_pack:
        return build_pack(graph, arguments, model)
    return compiled(graph, arguments, model)


def compiled(graph, arguments, model):
    if model.backend == ALONE:
        function = torch_shortcuts.without_dynamo(graph, arguments)
        function(*arguments)  # builds the kernels
        return function
    function = torch.compile(graph, backend=model.backend, fullgraph=True, dynamic=False)
    with torch._inductor.config.patch(model.settings):
        function(*arguments)  # compiles
    return function


def build_pack(graph, arguments, model):
    with torch_kernels.one_build(model.quick), torch_shortcuts.shortcuts():
        if model.quick:
            # Whatever fails here is seen again, in the usual way.
            with contextlib.suppress(Exception):
                function = torch_shortcuts.without_dynamo(graph, arguments)
                function(*arguments)
                return function
        return compiled(graph, arguments, model)


def build_export(graph, arguments, _):
    return torch.export.export(graph, arguments, strict=False).module()


BUILD = {"jit": build_jit, "compile": build_compile, "export": build_export, "graph": torch_cuda.build_graph}
