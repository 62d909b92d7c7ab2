import torch

mask = torch.zeros(4, 5, dtype=torch.bool)
mask[0, :] = True
mask[:, 3] = True
values = torch.linspace(-1, 1, steps=20).view(4, 5)
values[mask] = 0
print(values)
total = values.abs().sum()
assert total > 0
print(torch.nonzero(values > 0.5).shape)
