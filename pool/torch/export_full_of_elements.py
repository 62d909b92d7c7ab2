"""Tensors filled with the elements of another one can be exported (pytorch/pytorch#144907)."""
import torch


class Strides(torch.nn.Module):
    def forward(self, h: int, w: int, strides):
        return torch.cat([torch.full((h * w, 1), stride) for stride in strides])


model, strides = Strides(), torch.tensor([8.0, 16.0])
eager = model(2, 2, strides)
print("eager", eager.flatten().tolist())
program = torch.export.export(model, (2, 2, strides), strict=True)
result = program.module()(2, 2, strides)
print("exported", result.flatten().tolist())
assert torch.equal(result, eager)
