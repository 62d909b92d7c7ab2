"""Functions kept as attributes of modules can be traced and checked (pytorch/pytorch#23993)."""
import torch


class Applying(torch.nn.Module):
    def __init__(self, operation):
        super().__init__()
        self.operation = operation

    def forward(self, *inputs):
        return self.operation(*inputs)


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.cat, self.add, self.mul = Applying(torch.cat), Applying(torch.add), Applying(torch.mul)

    def forward(self, x):
        y = self.cat([x, x, x])
        y = self.add(y, y)
        return self.mul(y, y)


model, x = Model(), torch.arange(6.0).reshape(2, 3)
traced = torch.jit.trace(model, x)
print(tuple(traced(x).shape))
assert torch.equal(traced(x), model(x))
