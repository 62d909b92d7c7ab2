"""A dictionary that grows while it is walked is an error, scripted as well (pytorch/pytorch#24786)."""
import torch


def grow():
    numbers = {"a": 1, "b": 2, "c": 3}
    total = 0
    for key in numbers:
        numbers[str(numbers[key])] = 1
        total += numbers[key]
    return total


def outcome(function):
    try:
        return "value " + str(function())
    except RuntimeError:
        return "refused"


eager, scripted = outcome(grow), outcome(torch.jit.script(grow))
print("eager", eager, "scripted", scripted)
assert eager == "refused"
assert scripted == "refused"
