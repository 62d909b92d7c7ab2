"""In-place true division of an integer tensor is an error; compiled code must not return a number (pytorch/pytorch#143717)."""
import torch


def divide(a, b):
    return a.div_(b)


def outcome(function):
    try:
        return "value " + str(function(torch.tensor([1]), torch.tensor([0])).tolist())
    except Exception as error:
        return "refused: " + str(error).splitlines()[0]


eager = outcome(divide)
compiled = outcome(torch.compile(divide))
print("eager   ", eager)
print("compiled", compiled)
assert eager.startswith("refused")
assert compiled.startswith("refused")
