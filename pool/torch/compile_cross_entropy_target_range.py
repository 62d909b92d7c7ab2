"""binary_cross_entropy refuses targets outside [0, 1]; compiled code must refuse them as well (pytorch/pytorch#193757)."""
import torch


def loss(target):
    return torch.nn.functional.binary_cross_entropy(torch.ones_like(target), target)


def outcome(function):
    try:
        return "value " + str(function(torch.full((4, 4), 1.5)).item())
    except Exception as error:
        return "refused: " + type(error).__name__


eager, compiled = outcome(loss), outcome(torch.compile(loss))
print("eager", eager, "compiled", compiled)
assert eager.startswith("refused")
assert compiled.startswith("refused")
