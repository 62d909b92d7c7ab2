"""A module whose forward has a tensor as default argument must compile inside another module (pytorch/pytorch#90361)."""
import torch


class Inner(torch.nn.Module):
    def forward(self, a, b=torch.full((2, 3), 2.0)):
        return (a + b) * a


class Outer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Inner()

    def forward(self, a):
        return self.inner(a)


model, a = Outer(), torch.ones(2, 3)
compiled = torch.compile(model, fullgraph=True)(a)
print(compiled.tolist())
assert torch.equal(compiled, model(a))
