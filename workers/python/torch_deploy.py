"""Ways of torch through files: a traced program as a module with its weights, written, read again and run.

  path=state       torch.save of the module's state, torch.load into a new module
  path=export      torch.export.save, torch.export.load
  path=jit         torch.jit.save, torch.jit.load
  path=onnx        torch.onnx.export, ONNX Runtime (environment deploy)

Each builder takes the traced graph, the model's inputs and the weights, and returns a function of the inputs. What was written
is all that the function is made of.
"""
import re

import torch

from assay_worker import Unsupported
from deploy_common import converted, needed, place, scratch
from torch_ops.base import from_numpy, to_numpy

# How exporters say that they have no translation for something.
GAPS = re.compile(r"[Nn]ot (yet )?(supported|implemented)|[Uu]nsupported|No decompositions registered|"
                  r"No ONNX function found|DispatchError|No overload matched|cannot be serialized")


class Held(torch.nn.Module):
    """The graph with its weights as buffers, as a deployed model has them. (The name `graph` is taken in exported modules.)"""

    def __init__(self, graph, weights):
        super().__init__()
        self.body = graph
        self.count = len(weights)
        for i, weight in enumerate(weights):
            self.register_buffer(f"w{i:04}", weight)

    def forward(self, *leaves):
        weights = [getattr(self, f"w{i:04}") for i in range(self.count)]
        return tuple(self.body(*leaves, *weights))


def save_state(graph, leaves, weights):
    with scratch() as folder:
        path = place(folder, "state.pt")
        converted("torch.save", GAPS, torch.save, Held(graph, weights).state_dict(), path)
        state = converted("torch.load", GAPS, torch.load, path, weights_only=True)
    new = Held(graph, [torch.zeros_like(weight) for weight in weights])
    converted("load_state_dict", GAPS, new.load_state_dict, state)
    return new.eval()


def save_export(graph, leaves, weights):
    with scratch() as folder:
        path = place(folder, "model.pt2")
        program = converted("torch.export.export", GAPS, torch.export.export, Held(graph, weights), leaves, strict=False)
        converted("torch.export.save", GAPS, torch.export.save, program, path)
        return converted("torch.export.load", GAPS, torch.export.load, path).module()


def save_jit(graph, leaves, weights):
    if not leaves:
        raise Unsupported("torch.jit.trace needs an input")
    with scratch() as folder:
        path = place(folder, "model.pt")
        held = Held(graph, weights)
        traced = converted("torch.jit.trace", GAPS, torch.jit.trace, held, leaves, check_trace=False)
        converted("torch.jit.save", GAPS, torch.jit.save, traced, path)
        return converted("torch.jit.load", GAPS, torch.jit.load, path)


def export_onnx(graph, leaves, weights):
    OrtSession = needed("ort_session").OrtSession  # only the environment deploy has ONNX Runtime
    with scratch() as folder:
        path = place(folder, "model.onnx")
        held = Held(graph, weights).eval()
        converted("torch.onnx.export", GAPS, torch.onnx.export, held, leaves, path, dynamo=True, external_data=False,
                  verbose=False, input_names=[f"x{i:04}" for i in range(len(leaves))])
        session = OrtSession(path)

    def run(*arguments):
        feeds = {f"x{i:04}": to_numpy(leaf) for i, leaf in enumerate(arguments)}
        return [from_numpy(array) for array in session.run({n: a for n, a in feeds.items() if n in session.inputs})]
    return run


PATHS = {"path=state": save_state, "path=export": save_export, "path=jit": save_jit, "path=onnx": export_onnx}


def build(mode, graph, leaves, weights):
    """The function of a way, with the weights as further arguments that it ignores: it has its own."""
    function = PATHS[mode](graph, tuple(leaves), weights)
    count = len(leaves)
    return lambda *arguments: function(*arguments[:count])
