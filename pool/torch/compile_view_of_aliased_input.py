"""A row of an input that is a view of another one is that row (pytorch/pytorch#198095)."""
import torch


def first_row(whole, rest):
    whole.add_(100)
    return rest[0]


def outcome(function):
    whole = torch.arange(12.0).reshape(4, 3)
    return function(whole, whole[1:]).tolist()


eager, compiled = outcome(first_row), outcome(torch.compile(first_row, backend="aot_eager"))
print("eager", eager, "compiled", compiled)
assert compiled == eager
