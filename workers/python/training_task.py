"""The task "train", as far as it is the same in every framework. docs/reference/protocol.md describes settings and answers.

A framework brings a Student:

    class Student:
        def gradients(self):   # -> (loss, {name: gradient or None}) of parameters and inputs, at the current parameters
        def step(self):              # one step of the optimiser with these gradients
        def value(self, name):       # current value of a parameter, numpy
        def predict(self):           # {output: value}, numpy, for the data that was held out, at the current parameters

Gradients and values are numpy arrays.
"""
import numpy as np

from assay_worker import Optional, Unsupported

JUDGED_STEPS = 2  # whose gradients and parameters are reported


def answer_name(what, step, name):
    return f"{what}:{name}" if step == 1 else f"{what}{step}:{name}"


def train(student, settings, wanted):
    losses, answers = [], {}
    for step in range(1, settings["steps"] + 1):
        loss, gradients = student.gradients()
        losses.append(float(loss))
        if step <= JUDGED_STEPS:
            for name, gradient in gradients.items():
                answers[answer_name("gradient", step, name)] = Optional(None) if gradient is None else np.array(gradient)
        student.step()
        if step <= JUDGED_STEPS:
            for name in settings["parameters"]:
                answers[answer_name("updated", step, name)] = np.array(student.value(name))
    if settings.get("held_out"):
        for name, value in student.predict().items():
            answers[answer_name("predicted", 1, name)] = np.array(value)
    answers["losses"] = np.array(losses, np.float64)
    missing = [name for name in wanted if name not in answers]
    if missing:
        raise Unsupported(f"this training does not state {missing[0]}")
    return {name: answers[name] for name in wanted}


def take_held_out(values, settings):
    """The data of a labelled task that is not trained on, taken out of `values`: {input: value}."""
    if not settings.get("held_out"):
        return {}
    return {settings["data"]: values.pop(settings["held_out"])}


class Guard:
    """Stands between the importer and the framework while a model is trained.

    An importer that reads a number which depends on what is differentiated would cut the derivative off, and the framework would
    be blamed for it. Integers have no derivative; floats may be read only of what is neither computed nor trained.
    """
    trains = True  # for operators of which frameworks have a form without derivative

    def __init__(self, framework, harmless):
        self._framework = framework
        self._harmless = harmless  # ids of values that are constants of the model and not trained

    def __getattr__(self, name):
        return getattr(self._framework, name)

    def to_numpy(self, value):
        array = self._framework.to_numpy(value)
        if array.dtype.kind not in "iub" and id(value) not in self._harmless:
            raise Unsupported("a float that decides about a shape or a branch cannot be trained through")
        return array
