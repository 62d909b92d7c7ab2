"""torch.select with an index out of range raises; compiled code must not read beyond the tensor (pytorch/pytorch#183769)."""
import torch


def second(x):
    return torch.select(x.unsqueeze(1), dim=1, index=1) + 1.0  # that dimension has size 1


def outcome(function):
    try:
        return "values " + str(function(torch.arange(12.0).reshape(3, 4)).tolist())
    except Exception as error:
        return "refused: " + type(error).__name__


eager = outcome(second)
compiled = outcome(torch.compile(second, fullgraph=True))
print("eager   ", eager)
print("compiled", compiled)
assert eager.startswith("refused")
assert compiled.startswith("refused")
