"""A modulo by zero is an error in a scripted function as in Python (pytorch/pytorch#51154)."""
import torch


def remainder(a: int, b: int):
    return a % b


def outcome(function):
    try:
        return "value " + str(function(7, 0))
    except Exception as error:
        return "refused: " + type(error).__name__


eager, scripted = outcome(remainder), outcome(torch.jit.script(remainder))
print("eager", eager, "scripted", scripted)
assert eager.startswith("refused")
assert scripted.startswith("refused")
