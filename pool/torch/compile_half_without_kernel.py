"""A function that has no float16 kernel refuses float16 compiled or not (pytorch/pytorch#198155)."""
import torch


def airy(x):
    return torch.special.airy_ai(x)


def outcome(function):
    try:
        return "values of " + str(function(torch.ones(4, dtype=torch.float16)).dtype)
    except Exception as error:
        return "refused: " + type(error).__name__


eager, compiled = outcome(airy), outcome(torch.compile(airy))
print("eager", eager, "compiled", compiled)
assert eager.startswith("refused") == compiled.startswith("refused")
