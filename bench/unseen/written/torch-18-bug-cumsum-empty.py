"""Reproduction: cumulative ops on empty tensors and negative dims."""
import torch

empty = torch.empty(0, 3)
print(torch.cumsum(empty, dim=0).shape)
print(empty.sum(), empty.prod())
x = torch.tensor([[1, 2, 3], [4, 5, 6]])
print(torch.cumsum(x, -1), torch.cumprod(x, dim=-2))
v, i = torch.cummax(torch.tensor([1.0, 3.0, 2.0]), dim=0)
print(v, i)
print(torch.logcumsumexp(torch.zeros(3), 0))
try:
    torch.cumsum(x, dim=2)
except IndexError as e:
    msg = str(e)
    print("caught:", msg.split("(")[0])
