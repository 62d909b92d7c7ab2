"""Copying into a view of the same element type changes the input (pytorch/pytorch#136064)."""
import torch


def overwrite(x, y):
    x.view(torch.float32).copy_(y)


x, y = torch.zeros(2, 2), torch.ones(2, 2)
torch.compile(overwrite, backend="aot_eager")(x, y)
print(x.tolist())
assert torch.equal(x, y)
