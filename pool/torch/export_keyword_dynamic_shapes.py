"""Dynamic shapes can be given for keyword arguments that are collected (pytorch/pytorch#150022)."""
import torch


class Summing(torch.nn.Module):
    def forward(self, **kwargs):
        return kwargs["x"] + kwargs["y"]


x, y = torch.ones(2, 3), torch.ones(2, 3)
batch = torch.export.Dim("batch")
shapes = {"kwargs": {"x": {0: batch}, "y": {0: batch}}}
program = torch.export.export(Summing(), (), kwargs={"x": x, "y": y}, dynamic_shapes=shapes)
result = program.module()(x=torch.ones(5, 3), y=torch.ones(5, 3))
print(tuple(result.shape))
assert torch.equal(result, torch.full((5, 3), 2.0))
