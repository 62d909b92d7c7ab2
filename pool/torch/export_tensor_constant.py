"""export(strict=False) takes a model that keeps a plain tensor as attribute (pytorch/pytorch#118922)."""
import torch


class Biased(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.bias = torch.arange(4.0)

    def forward(self, x):
        return x + self.bias


x = torch.ones(2, 4)
program = torch.export.export(Biased(), (x,), strict=False)
result = program.module()(x)
print(result.tolist())
assert torch.equal(result, Biased()(x))
