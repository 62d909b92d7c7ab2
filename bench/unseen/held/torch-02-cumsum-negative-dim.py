# cumsum over a negative dim of an empty tensor
import torch

x = torch.zeros(3, 0, 2)
print(torch.cumsum(x, dim=-1).shape)
y = torch.arange(6, dtype=torch.float32).reshape(2, 3)
print(torch.cumsum(y, dim=-1))
print(torch.cumprod(y + 1, dim=0))
assert torch.equal(torch.cumsum(y, -1)[:, -1], y.sum(-1))
