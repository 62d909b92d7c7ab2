"""The task "train" in PyTorch: autograd, the losses of torch.nn.functional, the optimisers of torch.optim.

Modes eager and compile (the forward pass goes through torch.compile, which makes the backward pass, too), on the CPU or a
CUDA device.
"""
import contextlib

import torch
import torch.nn.functional as F
from torch.fx.experimental.proxy_tensor import make_fx

from assay_worker import Unsupported
from onnx_program import Static
from torch_ops.base import to_numpy
from torch_traced import flatten, rebuild
from training_task import Guard, take_held_out

MODES = ("eager", "compile")

LOSSES = {
    "mse": lambda y, label, delta: F.mse_loss(y, label),
    "mae": lambda y, label, delta: F.l1_loss(y, label),
    "huber": lambda y, label, delta: F.huber_loss(y, label, delta=delta),
    "smooth-l1": lambda y, label, delta: F.smooth_l1_loss(y, label, beta=delta),
    "cross-entropy": lambda y, label, delta: F.cross_entropy(y, label),
    "bce-logits": lambda y, label, delta: F.binary_cross_entropy_with_logits(y, label),
    "nll": lambda y, label, delta: F.nll_loss(y, label),
}

# What torch says where the importer, not torch, stands in the way: it wrote into a tensor that the way back needs.
IN_THE_WAY = ("modified by an inplace operation", "is being used in an in-place operation", "derivative for", "not implemented for",
              "is not differentiable", "not currently supported", "does not support automatic differentiation")


@contextlib.contextmanager
def differentiating():
    """Derivatives are on; what torch says of its limits is Unsupported."""
    try:
        with torch.enable_grad():
            yield
    except RuntimeError as error:
        if any(words in str(error) for words in IN_THE_WAY):
            raise Unsupported(str(error).splitlines()[0][:300]) from error
        raise


def optimizer_of(parameters, o):
    if o["kind"] == "sgd":
        return torch.optim.SGD(parameters, lr=o["learning_rate"], momentum=o["momentum"], nesterov=o["nesterov"],
                               weight_decay=o["weight_decay"])
    kind = torch.optim.Adam if o["kind"] == "adam" else torch.optim.AdamW
    return kind(parameters, lr=o["learning_rate"], betas=(o["beta1"], o["beta2"]), eps=o["epsilon"],
                weight_decay=o["weight_decay"])


class Student:
    def __init__(self, model, inputs, settings):
        if model.mode not in MODES:
            raise Unsupported(f"training in mode {model.mode}")
        self.model = model
        self.settings = settings
        self.values = model.wrap(inputs)
        self.labels = [self.values.pop(name) for name in settings["labels"]]
        self.held_out = take_held_out(self.values, settings)
        self.parameters = {name: model.constants[name].clone().requires_grad_() for name in settings["parameters"]}
        for name in settings["inputs"]:
            self.values[name] = self.values[name].clone().requires_grad_()
        self.constants = {**model.constants, **self.parameters}
        self.framework = Guard(model.framework, {id(v) for name, v in model.constants.items() if name not in self.parameters})
        self.optimizer = optimizer_of(list(self.parameters.values()), settings["optimizer"]) if self.parameters else None
        self.forward = self.eager if model.mode == "eager" else self.compiled()

    def run(self, values, constants, static=None):
        return self.model.program.run(self.framework, values, self.settings["outputs"], static, constants)

    def eager(self, values):
        return list(self.run(values, self.constants).values())

    def compiled(self):
        """The forward pass as a graph of ATen calls for torch.compile, as torch_traced makes it."""
        record = Static("record")
        with differentiating():
            self.run(self.values, self.constants, record)
        leaves = []
        form = {name: flatten(value, leaves) for name, value in self.values.items()}

        def replay(*arguments):
            rest = iter(arguments)
            values = {name: rebuild(f, rest) for name, f in form.items()}
            return list(self.run(values, dict(zip(self.constants, rest)), Static("replay", record.log)).values())

        with torch.no_grad():
            graph = make_fx(replay, pre_dispatch=True)(*(a.detach() for a in (*leaves, *self.constants.values())))
        torch._dynamo.reset()
        torch._dynamo.config.suppress_errors = False
        function = torch.compile(graph, fullgraph=True, dynamic=False)

        def forward(values):
            leaves = []
            for name in form:
                flatten(values[name], leaves)
            return function(*leaves, *self.constants.values())
        return forward

    def loss(self):
        loss = LOSSES[self.settings["loss"]]
        outputs = self.forward(self.values)
        terms = [loss(y, label, self.settings["delta"]).to(outputs[0].dtype) for y, label in zip(outputs, self.labels)]
        return sum(terms[1:], terms[0])

    def gradients(self):
        leaves = {**self.parameters, **{name: self.values[name] for name in self.settings["inputs"]}}
        for leaf in leaves.values():
            leaf.grad = None
        with differentiating():
            loss = self.loss()
            if loss.requires_grad:
                loss.backward()
        return loss.detach().cpu(), {name: None if leaf.grad is None else to_numpy(leaf.grad) for name, leaf in leaves.items()}

    def step(self):
        if self.optimizer is not None:
            self.optimizer.step()

    def value(self, name):
        return to_numpy(self.parameters[name])

    def predict(self):
        with torch.no_grad():
            results = self.forward({**self.values, **self.held_out})
        return {name: to_numpy(value) for name, value in zip(self.settings["outputs"], results)}
