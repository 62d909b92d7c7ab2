"""What probe_apis.py gives to APIs: the same values in every framework, chosen by what a parameter is called."""
import numpy as np

SCENES = ("matrix", "share", "equal", "special", "whole", "square", "vector", "batch", "image", "list", "numpy", "draw")
# Other shapes take JAX another compilation each: only where little was said until then.
FURTHER = ("square", "vector", "batch")
ENOUGH = 4  # scenes
DRAWN = (48, 50)  # so many numbers show how they are distributed

# What a name asks for, lower case without underscores. What is not among them, and must be given, is an operand.
ROLES = {
    "axis": "dim axis dims axes dimension dim0 axis1 source perm permutation sortdim reductionaxis concatdimension",
    "other_axis": "dim1 axis2 destination dim2",
    "index": "index indices idx ind",
    "size": "size shape outputsize newshape outputshape normalizedshape targetshape multiples reps tilereps inputshape",
    "count": "num n k numclasses depth diagonal offset sections indicesorsections numorsizesplits shift shifts maxk rowcount numrows steps times order lengths length",
    "repeats": "repeats",
    "points": "windowlength m",
    "low": "min amin clipvaluemin xmin low lower minval start begin minimum",
    "high": "max amax clipvaluemax xmax high upper maxval stop end limit maximum",
    "number": "value fillvalue alpha negativeslope lambd threshold exponent beta eps epsilon delta p q ord",
    "share": "rate prob probs",
    "condition": "condition pred mask cond",
    "target": "target ytrue labels label truth",
    "tensors": "tensors values arrays xs inputs operands seq",
    "function": "f fn fun func function callable bodyfun body model",
    "key": "key rng",
    "type": "dtype newdtype",
    "inputs": "infeatures inchannels inputsize numfeatures numchannels embeddim",
    "outputs": "outfeatures outchannels units filters hiddensize",
    "window": "kernelsize poolsize ksize windowsize",
    "rows": "numembeddings inputdim",
    "columns": "embeddingdim outputdim",
}
ROLE_OF = {name: role for role, names in ROLES.items() for name in names.split()}
# Given although they need not be: what they are by default differs from framework to framework, or nothing could be told without them.
GIVEN = ("axis", "index", "condition", "key", "low", "high", "count")


def plain(name):
    return name.replace("_", "").lower()


def sample(*shape, low=-1.5, high=2.0, seed=7):
    return np.random.RandomState(seed).uniform(low, high, shape).astype("float32")


class Inputs:
    """The values of one scene, in a framework."""

    def __init__(self, framework):
        self.framework, self.operand = framework, None

    def tensor(self, array):
        if self.framework == "torch":
            import torch
            return torch.as_tensor(array)
        if self.framework == "tensorflow":
            import tensorflow as tf
            return tf.constant(array)
        import jax.numpy as jnp
        return jnp.asarray(array)

    def set(self, scene):
        """Two operands, and a target of the first."""
        self.scene = scene
        shape, axis = (3, 4), 1
        first, second = sample(*shape), sample(*shape, seed=8)
        if scene == "share":
            first, second, axis = sample(*shape, low=0.1, high=0.9), sample(*shape, low=0.1, high=0.9, seed=8), 0
        elif scene == "square":
            first = sample(3, 3)
            first, second = first @ first.T + 2 * np.eye(3, dtype="float32"), sample(3, 3, seed=8)
        elif scene == "whole":
            first, second = np.array([[3, 1, 4, 2], [5, 9, 2, 6], [5, 3, 5, 8]], "int32"), np.array([[2, 7, 1, 2], [1, 3, 2, 3], [1, 2, 3, 2]], "int32")
        elif scene == "equal":
            second = first
        elif scene == "special":
            first[0, :3], second[2, 1:] = (np.nan, np.inf, -np.inf), (0.0, np.inf, np.nan)
        elif scene == "draw":
            first = np.zeros(DRAWN, "float32")
        elif scene == "vector":
            first, second, axis = sample(5), sample(5, seed=8), 0
        elif scene == "batch":
            first, second = sample(2, 3, 3), sample(2, 3, 3, seed=8)
        elif scene == "image":
            first, second, axis = sample(2, 3, 6, 4), sample(2, 3, 6, 4, seed=8), 1
            if self.framework != "torch":
                first, second, axis = first.transpose(0, 2, 3, 1), second.transpose(0, 2, 3, 1), 3
        self.numbers, self.axis = first, axis
        self.arrays = self.channels_second(first), self.channels_second(second)
        self.operand, self.second = self.tensor(first), self.tensor(second)
        if scene == "list":
            self.operand, self.second = first.tolist(), second.tolist()
        if scene == "numpy":
            self.operand, self.second = first, second
        self.condition = self.tensor(sample(*first.shape, seed=9) > 0.2)
        self.index = self.tensor(np.array([2, 0], "int32" if self.framework == "jax" else "int64"))

    def fits(self, api):
        """Whether a scene is for such an API."""
        random = api["topic"] in ("random", "initializer")
        if random or self.scene == "draw":
            return random and self.scene == "draw"
        if self.scene == "image":
            return api["topic"] in ("layer", "image", "loss") or ".nn." in api["name"]
        if self.scene in ("list", "numpy", "equal", "special"):
            return api["kind"] != "class" and api["topic"] not in ("loss", "image") and (api["kind"] == "function" or self.scene not in ("list", "numpy"))
        return True

    def is_loss(self, api):
        return api["topic"] == "loss" or any(ROLE_OF.get(plain(p["name"])) == "target" for p in api["parameters"])

    def values(self, role):
        """What a role is given, and in the place of it where that is refused."""
        rank, shape = self.numbers.ndim, self.numbers.shape
        if self.scene == "draw" and role in ("size", "high", "count"):
            return [DRAWN, DRAWN[0] * DRAWN[1]] if role == "size" else [10] if role == "high" else [DRAWN[0] * DRAWN[1]]
        turned = tuple(reversed(range(rank)))
        channels = shape[self.axis] if self.scene == "image" else shape[-1]
        plenty = {"axis": [self.axis, turned, (self.axis,)], "other_axis": [0], "index": [self.index, 1],
                  "size": [2, (2, 2)] if self.scene == "image" else [(shape[-1], *shape[:-1]), shape[-1], (2,) * rank], "repeats": [2, (2,) * rank], "points": [7], "count": [2, 1, (1,) * rank],
    "low": [0, self.tensor(np.float32(0.1)), self.second], "high": [1, self.tensor(np.float32(0.8)), self.second], "number": [0.5, 2, self.second], "share": [0.5, self.operand],
                  "condition": [self.condition], "target": [self.second, self.index], "tensors": [[self.operand, self.second], self.operand], "function": [lambda x: x * x + 1], "inputs": [channels], "outputs": [2],
                  "window": [2], "rows": [10], "columns": [3]}
        if role == "key":
            import jax
            return [jax.random.key(0)]
        if role == "type":
            return [self.type_named("float32"), self.type_named("int32")]
        return plenty[role]

    def type_named(self, name):
        module = __import__({"torch": "torch", "tensorflow": "tensorflow", "jax": "jax.numpy"}[self.framework], fromlist=["x"])
        return getattr(module, name)

    @staticmethod
    def may_stay_out(parameter, place):
        """What stands first without a default is left out in another form of the API only."""
        return parameter["optional"] and (place > 0 or parameter.get("default") is not None)

    def given(self):
        return ("size", "key") if self.scene == "draw" else GIVEN

    def asked(self, api, options):
        """Parameters that are given, with their roles."""
        chosen = []
        for place, parameter in enumerate(api["parameters"]):
            role = ROLE_OF.get(plain(parameter["name"]))
            if parameter["kind"].startswith("var-") and (parameter["kind"] != "var-positional" or role is None):
                continue
            if parameter["name"] in options:
                chosen.append((parameter, "option"))
            elif not self.may_stay_out(parameter, place) or parameter["kind"] == "var-positional" or (role in self.given() and options.get("") != "bare"):
                first = place == 0 and api["kind"] == "function" and role not in ("size", "tensors", "function", "key", "condition", "low", "count", "points", "target", "type")
                chosen.append((parameter, None if first else role))
        return chosen

    def ways(self, api, options):
        several = [role for _, role in self.asked(api, options) if role is not None and role != "option"]
        return max([len(self.values(role)) for role in several], default=1)

    def bound(self, api, options, way):
        """Positional and named arguments; of each role the value of that way, or its last."""
        operands = [self.operand, self.second, self.condition]
        if api["kind"] == "method":
            operands.pop(0)
        positions, named = [], {}
        for parameter, role in self.asked(api, options):
            place = api["parameters"].index(parameter)
            if role == "option":
                value = options[parameter["name"]]
            elif role is None:
                value = operands.pop(0) if operands else self.second
            else:
                values = self.values(role)
                value = values[min(way, len(values) - 1)]
            if parameter["kind"] == "var-positional":
                positions += value if isinstance(value, (list, tuple)) else [value]
            elif parameter["kind"] == "positional-only" or (not self.may_stay_out(parameter, place) and len(positions) == place and role != "option"):
                positions.append(value)
            else:
                named[parameter["name"]] = value
        return positions, named

    def variants(self, api, most):
        """Ways to call it: as it is; without what need not be given; with one yes or no the other way round."""
        out = [("", {})]
        if any(parameter["optional"] and ROLE_OF.get(plain(parameter["name"])) in ("axis", "index", "condition", "low", "high", "count") for parameter in api["parameters"]):
            out.append((" bare", {"": "bare"}))
        if api["topic"] in ("loss", "layer"):
            yes_or_no = [p for p in api["parameters"] if p["optional"] and p.get("default") in ("True", "False")]
            out += [(" " + p["name"], {p["name"]: p["default"] != "True"}) for p in yes_or_no[:most]]
        return out

    def called(self, made, api):
        """What a layer or a loss gives of the operands; its weights are all the same number."""
        if api["topic"] == "initializer":
            return made(DRAWN)
        if api["topic"] == "loss":
            return made(self.operand, self.second) if self.framework == "torch" else made(self.second, self.operand)
        if hasattr(made, "parameters"):
            made.eval()
            for weight in made.parameters():
                weight.data.fill_(0.1)
        elif hasattr(made, "set_weights"):
            made(self.operand)
            made.set_weights([np.full(weight.shape, 0.1) if weight.trainable else weight.numpy() for weight in made.weights])
        return made(self.operand)

    def channels_second(self, array):
        """An image as PyTorch keeps it."""
        return array.transpose(0, 3, 1, 2) if self.scene == "image" and self.framework != "torch" and array.ndim == 4 else array
