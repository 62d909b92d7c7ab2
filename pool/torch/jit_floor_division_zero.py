"""A floor division by zero is an error in a scripted function as in Python (pytorch/pytorch#15768)."""
import torch


def divide(a: int, b: int):
    return a // b


def outcome(function):
    try:
        return "value " + str(function(1, 0))
    except Exception as error:
        return "refused: " + type(error).__name__


eager, scripted = outcome(divide), outcome(torch.jit.script(divide))
print("eager", eager, "scripted", scripted)
assert eager.startswith("refused")
assert scripted.startswith("refused")
