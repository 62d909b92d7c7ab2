"""getattr with a default, traced, still has the default (pytorch/pytorch#60417)."""
import torch


class Asking(torch.nn.Module):
    def forward(self, a):
        return getattr(a, "no_such_attribute", torch.Size([1, 2]))


model = Asking()
x = torch.rand(3, 4)
print("eager", model(x))
traced = torch.fx.symbolic_trace(model)
print("traced", traced(x))
assert traced(x) == model(x)
