"""A stand-in for torch, without anything but Python: what trials of `assay judge` need, and what a test plants.

ASSAY_PLANTED names a file of Python that is run in this module: `def f(input): …` is torch.f then. So a unit test can hold an oracle against a
framework that does what is documented, and against one that does not.
"""
import os
import struct
import types


def _rounded(value, dtype):
    return struct.unpack("f", struct.pack("f", value))[0] if dtype == "float32" else value


class Tensor:
    def __init__(self, numbers, shape=None, dtype="float32", contiguous=True):
        self.numbers = [_rounded(x, dtype) for x in numbers]
        self.shape = tuple(shape) if shape is not None else (len(self.numbers),)
        self.dtype = dtype
        self.contiguous = contiguous

    def map(self, function):
        """Every number through `function`, rounded to the type of the tensor."""
        return Tensor([function(x) for x in self.numbers], self.shape, self.dtype)

    def set(self, other):
        """Takes over the numbers of another tensor, and stays itself."""
        self.numbers = list(other.numbers)
        return self

    def reshape(self, shape):
        return Tensor(self.numbers, shape, self.dtype)

    def to(self, dtype):
        return Tensor(self.numbers, self.shape, dtype)

    def __mul__(self, factor):
        return self.map(lambda x: x * factor)

    def sum(self):
        return Tensor([sum(self.numbers)], (), self.dtype)

    def mean(self):
        return Tensor([sum(self.numbers) / len(self.numbers)], (), self.dtype)

    def abs(self):
        return self.map(abs)


def linspace(first, last, count):
    return Tensor([first + (last - first) * i / max(1, count - 1) for i in range(count)])


def full(shape, value, dtype="float32"):
    count = 1
    for size in shape:
        count *= size
    return Tensor([value] * count, shape, dtype)


float32 = "float32"


def manual_seed(seed):
    pass


def compile(run, backend):  # noqa: A001
    return run


jit = types.SimpleNamespace(trace=lambda run, inputs, check_trace: run)

if "ASSAY_PLANTED" in os.environ:
    with open(os.environ["ASSAY_PLANTED"], encoding="utf-8") as planted:
        exec(planted.read())  # noqa: S102
