"""The task "train" in TensorFlow: GradientTape, the losses of tf.nn and Keras, the optimisers of Keras.

Modes eager, graph (the whole of forward and backward in a tf.function) and xla. Keras decays weights beside the gradient, as
AdamW does; decay within the gradient, as SGD and Adam have it here, is added to the gradient.
"""
import keras
import numpy as np
import tensorflow as tf

from assay_worker import Unsupported
from onnx_program import Static
from training_task import Guard, take_held_out


def _pick(scores, label):
    """Minus the mean of the scores at the labels; classes on axis 1, of a vector on axis 0."""
    return -tf.reduce_mean(tf.gather(_classes_last(scores), label, axis=-1, batch_dims=len(label.shape)))


def _classes_last(scores):
    rank = len(scores.shape)
    return scores if rank <= 2 else tf.transpose(scores, [0, *range(2, rank), 1])


def _huber(y, label, delta):
    # The function averages over the last axis, which a scalar does not have. The class of the same name would compute in float32.
    return keras.losses.huber(tf.reshape(label, [-1]), tf.reshape(y, [-1]), delta=delta)


LOSSES = {
    "mse": lambda y, label, delta: tf.reduce_mean(tf.math.squared_difference(y, label)),
    "mae": lambda y, label, delta: tf.reduce_mean(tf.abs(y - label)),
    "huber": _huber,
    "smooth-l1": lambda y, label, delta: _huber(y, label, delta) / delta,
    "cross-entropy": lambda y, label, delta: tf.reduce_mean(
        tf.nn.sparse_softmax_cross_entropy_with_logits(labels=label, logits=_classes_last(y))),
    "bce-logits": lambda y, label, delta: tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(labels=label, logits=y)),
    "nll": lambda y, label, delta: _pick(y, label),
}


def optimizer_of(o):
    if o["kind"] == "sgd":
        return keras.optimizers.SGD(o["learning_rate"], momentum=o["momentum"], nesterov=o["nesterov"])
    numbers = dict(learning_rate=o["learning_rate"], beta_1=o["beta1"], beta_2=o["beta2"], epsilon=o["epsilon"])
    if o["kind"] == "adam":
        return keras.optimizers.Adam(**numbers)
    return keras.optimizers.AdamW(**numbers, weight_decay=o["weight_decay"])


class Student:
    def __init__(self, loaded, framework, to_framework, inputs, settings):
        self.loaded = loaded
        self.settings = settings
        values = {name: to_framework(value) for name, value in inputs.items()}
        self.labels = [values.pop(name) for name in settings["labels"]]
        self.held_out = take_held_out(values, settings)
        self.values = values
        self.parameters = {name: keras.Variable(loaded.constants[name].numpy(), dtype=loaded.constants[name].dtype.name, name=f"p{i}")
                           for i, name in enumerate(settings["parameters"])}
        self.optimizer = optimizer_of(settings["optimizer"])
        if self.parameters:
            self.optimizer.build(list(self.parameters.values()))
        self.framework = Guard(framework, {id(v) for name, v in loaded.constants.items() if name not in self.parameters})
        self.static = Static("record")
        self.run(self.values, {name: p.value for name, p in self.parameters.items()}, self.static)
        self.function = self.differentiate if loaded.mode == "eager" else tf.function(
            self.differentiate, autograph=False, jit_compile=True if loaded.mode == "xla" else None)
        self.last = None

    def run(self, values, parameters, static):
        constants = {**self.loaded.constants, **parameters}
        results = self.loaded.program.run(self.framework, values, self.settings["outputs"], static, constants)
        return list(results.values())

    def differentiate(self, parameters, inputs, labels):
        loss = LOSSES[self.settings["loss"]]
        with tf.GradientTape(watch_accessed_variables=False) as tape:
            tape.watch((parameters, inputs))
            outputs = self.run({**self.values, **inputs}, parameters, Static("replay", self.static.log))
            terms = [tf.cast(loss(y, label, self.settings["delta"]), outputs[0].dtype) for y, label in zip(outputs, labels)]
            total = sum(terms[1:], terms[0])
        found = tape.gradient(total, {**parameters, **inputs})
        # A gather's derivative comes as a list of slices.
        return total, {name: None if g is None else tf.convert_to_tensor(g) for name, g in found.items()}

    def gradients(self):
        parameters = {name: tf.convert_to_tensor(p.value) for name, p in self.parameters.items()}
        inputs = {name: self.values[name] for name in self.settings["inputs"]}
        loss, self.last = self.function(parameters, inputs, self.labels)
        return loss.numpy(), {name: None if g is None else np.asarray(g.numpy()) for name, g in self.last.items()}

    def step(self):
        decay = self.settings["optimizer"]["weight_decay"] if self.settings["optimizer"]["kind"] != "adamw" else 0
        pairs = []
        for name, parameter in self.parameters.items():
            gradient = self.last[name]
            if gradient is None:
                continue
            pairs.append((gradient + decay * parameter.value if decay else gradient, parameter))
        if pairs:
            self.optimizer.apply_gradients(pairs)

    def value(self, name):
        return self.parameters[name].numpy()

    def predict(self):
        def forward(values, parameters):
            return self.run(values, parameters, Static("replay", self.static.log))
        if self.loaded.mode != "eager":
            forward = tf.function(forward, autograph=False, jit_compile=True if self.loaded.mode == "xla" else None)
        parameters = {name: tf.convert_to_tensor(p.value) for name, p in self.parameters.items()}
        results = forward({**self.values, **self.held_out}, parameters)
        return {name: value.numpy() for name, value in zip(self.settings["outputs"], results)}
