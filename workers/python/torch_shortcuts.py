"""Ways to the same code with less work for Inductor, for packs only: a model that runs alone is compiled the usual way."""
import contextlib

import sympy
import torch
from torch._guards import TracingContext, tracing
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental.symbolic_shapes import ShapeEnv

try:
    from torch._inductor.dtype_propagation import DtypePropagationOpsHandler
except ImportError:  # another version: no table to fill
    class DtypePropagationOpsHandler:
        pass


def linear(term):
    """Whether sympy has nothing to simplify in `term`: a sum of symbols, each with an integer before it."""
    if term.is_Add:
        return all(map(linear, term.args))
    if term.is_Mul:
        return len(term.args) == 2 and bool(term.args[0].is_Integer) and bool(term.args[1].is_Symbol)
    return bool(term.is_Symbol or term.is_Integer)


@contextlib.contextmanager
def shortcuts():
    """While this is entered, plain indices are not simplified, and the table of type rules is filled once, not per operation."""
    simplify, fill = sympy.simplify, DtypePropagationOpsHandler.__init__
    filled = []

    def quick(term, *args, **settings):
        return term if isinstance(term, sympy.Expr) and linear(term) else simplify(term, *args, **settings)

    def fill_once(self):
        if not filled:
            fill(self)
            filled.append(True)

    sympy.simplify, DtypePropagationOpsHandler.__init__ = quick, fill_once
    try:
        yield
    finally:
        sympy.simplify, DtypePropagationOpsHandler.__init__ = simplify, fill


def without_dynamo(graph, arguments):
    """The graph compiled by Inductor for such tensors. Dynamo would only make the same graph of ATen calls once more."""
    shapes = ShapeEnv(assume_static_by_default=True, allow_dynamic_output_shape_ops=True, allow_scalar_outputs=True)
    fake = FakeTensorMode(shape_env=shapes)
    examples = [fake.from_tensor(tensor, static_shapes=True) for tensor in arguments]
    with tracing(TracingContext(fake)):
        return torch._inductor.compile(graph, examples)
