"""Calls of any API of a framework, put together from numbers that a fuzzer chooses: Calls(library, api).one(pick).

`pick(n)` gives a number below n; all that is random comes from it, so that a fuzzer steers, repeats and shrinks whole calls. What an
argument may be is guessed from its name and its default. Each call is made twice, as it is and compiled (jax.jit, tf.function,
torch.jit.trace for tensors alone), and what came out is compared, as far as both are finite.
"""
import importlib
import inspect

import numpy

DTYPES = ["float32", "float64", "int32", "int64", "bool", "uint8", "int8", "complex64", "float16"]
SHAPES = [(3,), (2, 3), (), (0,), (1,), (3, 3), (2, 0, 3), (1, 2, 3), (2, 3, 4, 4), (1, 1, 5, 5), (4, 4), (5,)]
FLOATS = [0.5, 0.0, 1.0, -1.0, 2.0, float("nan"), float("inf"), -float("inf"), 1e-20, 1e30]
INTEGERS = [1, 0, 2, -1, 3, -2, 5, 16, -7, 2**31, 2**62]
WORDS = ["constant", "reflect", "edge", "valid", "same", "full", "mean", "sum", "none", "left", "right", "linear", "i,j->ij", "float32"]
AXES = ("axis", "axes", "dim", "dims", "axis1", "axis2", "dim0", "dim1")
DIFFERENCE = 1e-2  # that of FreeFuzz's authors
KINDS = ["tensor"] * 6 + ["integer", "real", "tuple", "list", "tensors", "truth", "word", "nothing", "dtype", "function"]


class Unknown(Exception):
    """The library has no such API, or nothing that can be called."""


def find(name):
    parts = name.split(".")
    for size in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:size]))
        except ImportError:
            continue
        for part in parts[size:]:
            if not hasattr(found, part):
                raise Unknown(name)
            found = getattr(found, part)
        if not callable(found):
            raise Unknown(name)
        return found
    raise Unknown(name)


class Calls:
    def __init__(self, library, api):
        self.library, self.api, self.target = library, api, find(api)
        self.framework = importlib.import_module({"pytorch": "torch", "jax": "jax", "tensorflow": "tensorflow"}[library])
        self.parameters = self.read_parameters()

    def read_parameters(self):
        """(name, default) of each; a required one has inspect.Parameter.empty. Three tensors where nothing is known."""
        target = self.target
        if self.library == "pytorch":
            target = self.framework.overrides.get_testing_overrides().get(target, target)
        try:
            given = [one for one in inspect.signature(target).parameters.values() if one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)]
        except (TypeError, ValueError):
            return None
        return [(one.name, one.default) for one in given if one.name != "self" or self.library == "pytorch"] or None

    # Values

    def tensor(self, pick):
        shape, dtype = SHAPES[pick(len(SHAPES))], DTYPES[pick(len(DTYPES))]
        size = int(numpy.prod(shape))
        kind = pick(5)
        if kind == 0:
            values = numpy.arange(size) - size // 3
        elif kind == 1:
            values = numpy.zeros(size)
        elif kind == 2:
            values = numpy.array([FLOATS[pick(len(FLOATS))] for _ in range(size)])
        elif kind == 3:
            values = numpy.array([INTEGERS[pick(9)] for _ in range(size)])
        else:
            values = numpy.arange(size) * 0.37 + 0.1
        if not dtype.startswith(("float", "complex")):
            values = numpy.nan_to_num(values, posinf=100, neginf=-100).clip(-100, 100)
        with numpy.errstate(all="ignore"):
            array = values.reshape(shape).astype(dtype)
        if self.library == "pytorch":
            return self.framework.from_numpy(array.copy())
        return self.framework.numpy.asarray(array) if self.library == "jax" else self.framework.constant(array)

    def integer(self, pick):
        return INTEGERS[pick(len(INTEGERS))]

    def function(self, pick):
        return [lambda x, *more: x, lambda x, *more: x * 2, lambda x, *more: (x, x)][pick(3)]

    def value(self, kind, pick):
        if kind == "tensors":
            return [self.tensor(pick) for _ in range(pick(4))]
        if kind == "tuple":
            return tuple(self.integer(pick) for _ in range(pick(4)))
        if kind == "list":
            return [self.integer(pick) for _ in range(pick(4))]
        if kind == "dtype":
            name = DTYPES[pick(len(DTYPES))]
            return getattr(self.framework.numpy if self.library == "jax" else self.framework, {"bool": "bool_"}.get(name, name)
                           if self.library == "jax" else name)
        plain = {"real": FLOATS, "truth": [True, False], "word": WORDS, "nothing": [None], "integer": INTEGERS}
        if kind in plain:
            return plain[kind][pick(len(plain[kind]))]
        return self.function(pick) if kind == "function" else self.tensor(pick)

    def argument(self, name, default, pick):
        required = default is inspect.Parameter.empty
        if name in AXES and pick(4):
            return [0, 1, -1, 2, -3, (0, 1), (), None, 3][pick(9)]
        if isinstance(default, bool):
            return bool(pick(2))
        for kind, name_of in ((int, "integer"), (float, "real"), (tuple, "tuple"), (str, "word")):
            if isinstance(default, kind):
                return self.value(name_of, pick) if pick(4) else default
        if "dtype" in name:
            return self.value("dtype", pick)
        if callable(default) and not required or name in ("fun", "f", "func", "fn"):
            return self.function(pick)
        return self.value(KINDS[pick(len(KINDS))], pick)

    def arguments(self, target_parameters, pick):
        """Positional ones first, and those that are left to their defaults not at all."""
        if target_parameters is None:
            return [self.value(KINDS[pick(len(KINDS))], pick) for _ in range(pick(4))], {}
        given, named = [], {}
        for name, default in target_parameters:
            if default is inspect.Parameter.empty and not named:
                given.append(self.argument(name, default, pick))
            elif default is inspect.Parameter.empty or pick(4) == 0:
                named[name] = self.argument(name, None if default is inspect.Parameter.empty else default, pick)
        return given, named

    # Calls

    def compiled(self, function, tensors):
        if self.library == "jax":
            return self.framework.jit(function)
        if self.library == "tensorflow":
            return self.framework.function(function)
        return self.framework.jit.trace(function, tuple(tensors), check_trace=False)

    def is_tensor(self, value):
        return isinstance(value, {"pytorch": getattr(self.framework, "Tensor", ()), "jax": getattr(self.framework, "Array", ()),
                                  "tensorflow": getattr(self.framework, "Tensor", ())}[self.library])

    def arrays(self, result):
        """What came out, as arrays; None for what is none."""
        if self.is_tensor(result):
            return [numpy.asarray(result.detach() if self.library == "pytorch" else result)]
        if isinstance(result, (tuple, list)):
            parts = [self.arrays(one) for one in result]
            return None if any(part is None for part in parts) else sum(parts, [])
        return None

    def one(self, pick, tell):
        """Makes one call; `tell` hears what is run before it is run. Returns None or what is wrong."""
        given, named = self.arguments(self.parameters, pick)
        target = self.target
        twice = pick(3) == 0
        tell(f"{self.api}({', '.join([repr(one) for one in given] + [f'{name}={value!r}' for name, value in named.items()])})")
        result = target(*given, **named)
        if inspect.isclass(self.target) and callable(result):
            inputs = [self.tensor(pick) for _ in range(1 + pick(2))]
            tell(f"… on {inputs!r}")
            target, given, named, result = result, inputs, {}, result(*inputs)
        first = self.arrays(result) if twice else None
        if first is None:
            return None
        places = [at for at, value in enumerate(given) if self.is_tensor(value)]
        if not places:
            return None

        def of_tensors(*tensors):
            given_again = list(given)
            for at, tensor in zip(places, tensors):
                given_again[at] = tensor
            return target(*given_again, **named)

        tensors = [given[at] for at in places]
        tell("… compiled")
        return self.differs(first, self.arrays(self.compiled(of_tensors, tensors)(*tensors)))

    def differs(self, first, second):
        if second is None or len(first) != len(second):
            return None
        for a, b in zip(first, second):
            if a.shape != b.shape:
                return f"shape {b.shape} compiled, {a.shape} as it is"
            if a.dtype.kind not in "fiucb" or not (numpy.isfinite(a).all() and numpy.isfinite(b).all()):
                continue
            if not numpy.allclose(a.astype("complex128"), b.astype("complex128"), rtol=DIFFERENCE, atol=DIFFERENCE):
                return "other values compiled than as it is"
        return None
