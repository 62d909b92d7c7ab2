import torch

x = torch.arange(24).reshape(2, 3, 4)
print(x[:, [0, 2], 1:3])
print(x[..., -1])
rows = torch.tensor([0, 1])
cols = torch.tensor([2, 0])
print(x[rows, cols])
mask = x % 5 == 0
print(x[mask], mask.sum())
x[0, 1] = -1
x[1, :, 0] += 100
print(x)
