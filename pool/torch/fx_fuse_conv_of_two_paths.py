"""Fusing changes no output where a convolution is normalised on one of its two paths (pytorch/pytorch#197539)."""
import torch
from torch.fx.experimental import optimization


class Paths(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.conv, self.norm = torch.nn.Conv2d(3, 8, 3, padding=1), torch.nn.BatchNorm2d(8)

    def forward(self, x, y):
        return self.norm(self.conv(x)), self.conv(y)


torch.manual_seed(0)
model = Paths().eval()
with torch.no_grad():
    model.norm.running_mean.fill_(0.5)
    model.norm.running_var.fill_(2.0)
    inputs = torch.rand(2, 3, 8, 8), torch.rand(2, 3, 8, 8)
    plain, fused = model(*inputs), optimization.fuse(model)(*inputs)
differences = [(a - b).abs().max().item() for a, b in zip(plain, fused)]
print("largest differences", [round(value, 4) for value in differences])
assert max(differences) <= 1e-4
