"""A module that passes its keyword arguments on can be scripted (pytorch/pytorch#29637)."""
import torch


class Inner(torch.nn.Module):
    def forward(self, x, scale: float = 1.0):
        return x * scale


class Outer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Inner()

    def forward(self, x, **kwargs: float):
        return self.inner(x, **kwargs)


x = torch.tensor([1.0, 2.0])
print("eager", Outer()(x, scale=3.0).tolist())
scripted = torch.jit.script(Outer())
print("scripted", scripted(x, scale=3.0).tolist())
assert torch.equal(scripted(x, scale=3.0), Outer()(x, scale=3.0))
