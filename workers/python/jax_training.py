"""The task "train" in JAX: value_and_grad, the losses written with jax.nn, the optimisers of jax.example_libraries.

Modes eager and jit (forward and backward as one program). Weight decay, which these optimisers do not have, is added to the
gradient, or for AdamW taken off the parameter.
"""
import jax
import jax.numpy as jnp
import numpy as np
from jax.example_libraries import optimizers

from assay_worker import Unsupported
from onnx_program import Static
from training_task import Guard, take_held_out


def _pick(scores, label):
    """Minus the mean of the scores at the labels; classes on axis 1, of a vector on axis 0."""
    last = scores if scores.ndim <= 2 else jnp.moveaxis(scores, 1, -1)
    return -jnp.mean(jnp.take_along_axis(last, label[..., None], axis=-1))


def _huber(y, label, delta):
    error = jnp.abs(y - label)
    return jnp.mean(jnp.where(error < delta, 0.5 * error * error, delta * (error - 0.5 * delta)))


LOSSES = {
    "mse": lambda y, label, delta: jnp.mean(jnp.square(y - label)),
    "mae": lambda y, label, delta: jnp.mean(jnp.abs(y - label)),
    "huber": _huber,
    "smooth-l1": lambda y, label, delta: _huber(y, label, delta) / delta,
    "cross-entropy": lambda y, label, delta: _pick(jax.nn.log_softmax(y, axis=1 if y.ndim > 1 else 0), label),
    "bce-logits": lambda y, label, delta: jnp.mean(-label * jax.nn.log_sigmoid(y) - (1 - label) * jax.nn.log_sigmoid(-y)),
    "nll": lambda y, label, delta: _pick(y, label),
}


def optimizer_of(o):
    if o["kind"] != "sgd":
        return optimizers.adam(o["learning_rate"], o["beta1"], o["beta2"], o["epsilon"])
    if o["momentum"] == 0:
        return optimizers.sgd(o["learning_rate"])
    return (optimizers.nesterov if o["nesterov"] else optimizers.momentum)(o["learning_rate"], o["momentum"])


class Student:
    def __init__(self, loaded, to_jax, inputs, settings):
        self.loaded = loaded
        self.settings = settings
        values = {name: to_jax(value) for name, value in inputs.items()}
        self.labels = [values.pop(name) for name in settings["labels"]]
        self.held_out = take_held_out(values, settings)
        self.differentiated = {name: values.pop(name) for name in settings["inputs"]}
        self.values = values
        self.parameters = parameters = {name: loaded.weights[name] for name in settings["parameters"]}
        harmless = {id(v) for name, v in loaded.weights.items() if name not in parameters}
        self.framework = Guard(loaded.framework, harmless)
        self.static = Static("record")
        self.run(parameters, self.differentiated, self.static)
        function = jax.value_and_grad(self.loss, argnums=(0, 1))
        self.function = jax.jit(function) if loaded.mode == "jit" else function
        start, self.update, self.current = optimizer_of(settings["optimizer"])
        self.state = start(parameters)
        self.count = 0

    def run(self, parameters, inputs, static):
        constants = {**self.loaded.weights, **parameters}
        results = self.loaded.program.run(self.framework, {**self.values, **inputs}, self.settings["outputs"], static, constants)
        return list(results.values())

    def loss(self, parameters, inputs):
        loss = LOSSES[self.settings["loss"]]
        outputs = self.run(parameters, inputs, Static("replay", self.static.log))
        terms = [loss(y, label, self.settings["delta"]).astype(outputs[0].dtype) for y, label in zip(outputs, self.labels)]
        return sum(terms[1:], terms[0])

    def gradients(self):
        loss, (self.last, by_inputs) = self.function(self.parameters, self.differentiated)
        return np.asarray(loss), {name: np.asarray(g) for name, g in {**self.last, **by_inputs}.items()}

    def step(self):
        o = self.settings["optimizer"]
        if not self.last:
            return
        gradients, decay = self.last, o["weight_decay"]
        if decay and o["kind"] != "adamw":
            gradients = {name: g + decay * self.parameters[name] for name, g in gradients.items()}
        before = self.current(self.state)
        self.state = self.update(self.count, gradients, self.state)
        self.count += 1
        after = self.current(self.state)
        if o["kind"] == "adamw":
            # The optimiser's move does not depend on where the parameters are, so the decay can be taken off beside it.
            share = o["learning_rate"] * decay
            after = {name: p - share * p - (before[name] - after[name]) for name, p in self.parameters.items()}
        self.parameters = after

    def value(self, name):
        return np.asarray(self.parameters[name])

    def predict(self):
        def forward(parameters, inputs):
            return self.run(parameters, inputs, Static("replay", self.static.log))
        forward = jax.jit(forward) if self.loaded.mode == "jit" else forward
        results = forward(self.parameters, {**self.differentiated, **self.held_out})
        return {name: np.asarray(value) for name, value in zip(self.settings["outputs"], results)}
