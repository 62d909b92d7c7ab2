"""celu_ refuses alpha = 0; compiled code must refuse it as well (pytorch/pytorch#178480)."""
import torch


def activate(x, alpha):
    return torch.celu_(x, alpha)


def outcome(function):
    try:
        return "values " + str(function(torch.tensor([-2.0, 0.0, 3.0]), 0.0).tolist())
    except Exception as error:
        return "refused: " + type(error).__name__


eager = outcome(activate)
compiled = outcome(torch.compile(activate, dynamic=True))
print("eager   ", eager)
print("compiled", compiled)
assert eager.startswith("refused")
assert compiled.startswith("refused")
