"""jit.script of a model that makes a dataclass asks for a source that __init__ does not have.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import dataclasses

import torch


@dataclasses.dataclass
class Pair:
    a: int
    b: int


class Model(torch.nn.Module):
    def forward(self, x):
        pair = Pair(1, 2)
        return x + pair.a


def seen():
    """What it gives, or the error that it ends with."""
    try:
        torch.jit.script(Model())
        return "fine"
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def test_f():
    value = seen()
    print(value)
    assert "Failed to get source" in value


def right_f():
    value = seen()
    print(value)
    assert value == "fine"
