"""A module that walks its ParameterDict can be scripted (pytorch/pytorch#128496)."""
import torch


class Weighted(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weights = torch.nn.ParameterDict({str(i): torch.nn.Parameter(torch.tensor(float(i))) for i in range(3)})

    def forward(self, x):
        total = x
        for _, weight in self.weights.items():
            total = weight * x + total
        return total


model, x = Weighted(), torch.ones(2)
print("eager", model(x).tolist())
scripted = torch.jit.script(model)
print("scripted", scripted(x).tolist())
assert torch.equal(scripted(x), model(x))
