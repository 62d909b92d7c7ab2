"""torch.full takes a number, not a Parameter; compiling must not widen that (pytorch/pytorch#183900)."""
import torch


class Filled(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.value = torch.nn.Parameter(torch.tensor(2.5))

    def forward(self, x):
        return torch.full((2, 2), self.value, dtype=x.dtype)


def outcome(model):
    try:
        return "values " + str(model(torch.zeros(1)).tolist())
    except Exception as error:
        return "refused: " + type(error).__name__


eager = outcome(Filled())
compiled = outcome(torch.compile(Filled(), fullgraph=True))
print("eager   ", eager)
print("compiled", compiled)
assert eager.startswith("refused") == compiled.startswith("refused")
