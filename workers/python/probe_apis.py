"""Calls the APIs of an installed framework with the same small inputs, whatever the framework: what comes out tells which of two frameworks' APIs do the same.

    python probe_apis.py < REQUEST.json > OUT.jsonl

REQUEST.json: {"framework", "first": number of the API to begin with, "apis": [{"name", "kind", "topic", "parameters": [{"name", "optional", "kind"}]}]}

A parameter is given what its name asks for (probe_inputs.py), in scenes: a matrix, a vector, whole numbers. A line of OUT per API, in order: {"name", "answers": {scene: [value, ...]}}; a value is
[kind of its elements, shape, elements]; the kind = stands for an operand that comes back. Before each API stands {"begins": number}, so that whoever reads on knows which one took the process with it.
"""
import importlib
import json
import os
import signal
import sys
import warnings

# Programs of XLA run once: to make them fast would take longer.
os.environ["XLA_FLAGS"] = "--xla_backend_optimization_level=0 --xla_llvm_disable_expensive_passes=true"
os.environ["JAX_DISABLE_JIT"] = "1"

import numpy as np

import probe_inputs

SECONDS = 30  # of one call: on a busy machine a compilation takes some
MOST_ELEMENTS = 2500
MOST_OPTIONS = 4  # yes-or-no options that are tried the other way round
PACKAGES = {"tf": "tensorflow"}


class TooLong(BaseException):
    """No exception that a framework would catch."""


def alarm(*_):
    raise TooLong()


def object_named(name):
    """An API by its dotted name; (object, owner's name when it is a method)."""
    parts = name.split(".")
    parts[0] = PACKAGES.get(parts[0], parts[0])
    module, rest = importlib.import_module(parts[0]), parts[1:]
    made, path = module, parts[0]
    for part in rest:
        path += "." + part
        if not hasattr(made, part):
            importlib.import_module(path)
        made = getattr(made, part)
    return made


def arrays(value, out):
    """All arrays of a result, in order."""
    if isinstance(value, dict):
        value = [value[key] for key in sorted(value)]
    if isinstance(value, (list, tuple)):
        for one in value:
            arrays(one, out)
        return out
    if hasattr(value, "detach"):
        value = value.detach().resolve_conj().resolve_neg().to_dense() if value.is_sparse else value.detach().resolve_conj().resolve_neg()
    array = np.asarray(value.numpy() if hasattr(value, "numpy") else value)
    if array.dtype.kind not in "biufc" and array.dtype.name == "bfloat16":
        array = array.astype("float32")
    if array.dtype.kind not in "biufc" or array.size > MOST_ELEMENTS:
        raise ValueError("nothing to compare")
    out.append(array)
    return out


def written(array):
    kind = array.dtype.kind.replace("u", "i")
    flat = array.ravel()
    if kind == "c":
        flat = np.stack([flat.real, flat.imag], -1).ravel()
    return [kind, list(array.shape), [float(f"{float(one):.6g}") if np.isfinite(one) else str(float(one)) for one in flat]]


def drawn(array):
    """What numbers that are drawn have in common from one draw to the next."""
    flat = np.sort(array.astype("float64").ravel())
    parts = [flat[int(share * (flat.size - 1))] for share in (0.1, 0.25, 0.5, 0.75, 0.9)] + [flat.mean(), flat.std()]
    return ["d", list(array.shape), [float(f"{one:.4g}") for one in parts]]


class Caller:
    def __init__(self, framework):
        self.inputs = probe_inputs.Inputs(framework)
        self.framework = framework

    def result(self, api, call):
        """What a call gives; a function that it gives is called in its turn."""
        signal.setitimer(signal.ITIMER_REAL, SECONDS)
        try:
            out = call()
            if callable(out) and not hasattr(out, "shape"):
                out = out(self.inputs.operand)
            return [self.inputs.channels_second(one) for one in arrays(out, [])]
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def attempt(self, api, made, options, way):
        positions, named = self.inputs.bound(api, options, way)
        if api["kind"] == "class":
            return lambda: self.inputs.called(made(*positions, **named), api)
        if api["kind"] == "method":
            return lambda: getattr(self.inputs.operand, api["name"].rsplit(".", 1)[1])(*positions, **named)
        return lambda: made(*positions, **named)

    def answer(self, api, made, options):
        for way in range(self.inputs.ways(api, options)):
            try:
                found = self.result(api, self.attempt(api, made, options, way))
                if found:
                    return found
            except (Exception, TooLong):
                continue
        return None

    def told(self, array):
        """What was given, as it was, says little: its elements are left out."""
        for place, given in enumerate(self.inputs.arrays):
            if array.shape == given.shape and array.dtype.kind == given.dtype.kind and np.array_equal(array, given, equal_nan=array.dtype.kind == "f"):
                return ["=", list(array.shape), [place]]
        return written(array)

    def answers(self, api):
        made, out = object_named(api["name"]), {}
        for scene in probe_inputs.SCENES:
            self.inputs.set(scene)
            said = sum(" " not in one for one in out)
            if not self.inputs.fits(api) or (scene in probe_inputs.FURTHER and said >= probe_inputs.ENOUGH):
                continue
            for label, options in self.inputs.variants(api, MOST_OPTIONS):
                found = self.answer(api, made, options)
                if found is None:
                    if label == "":
                        break
                    continue
                if self.inputs.is_loss(api):
                    found = [np.mean(one) for one in found]  # of each sample, or of all
                out[scene + label] = [drawn(one) if scene == "draw" else self.told(one) for one in found]
        return out


def main():
    request = json.load(sys.stdin)
    lines = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    warnings.simplefilter("ignore")
    signal.signal(signal.SIGALRM, alarm)
    caller = Caller(request["framework"])
    for number in range(request["first"], len(request["apis"])):
        print(json.dumps({"begins": number}), file=lines, flush=True)
        if number % 50 == 0:
            print("progress", request["framework"], number, file=sys.stderr, flush=True)
        api = request["apis"][number]
        try:
            answers = caller.answers(api)
        except (Exception, TooLong):
            answers = {}
        print(json.dumps({"name": api["name"], "answers": answers}), file=lines, flush=True)


if __name__ == "__main__":
    main()
