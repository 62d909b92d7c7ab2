import torch

x = torch.arange(12, dtype=torch.float32).reshape(3, 4)
row = x[1]
row.mul_(10)
print(x)
assert x[1, 2].item() == 60.0
