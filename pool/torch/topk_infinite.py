"""The smallest of infinities and one number is the number (pytorch/pytorch#16762)."""
import torch

x = torch.full((10,), float("inf"))
x[3] = 3.0
value, index = x.topk(1, largest=False)
print(value.item(), index.item())
assert value.item() == 3.0 and index.item() == 3
