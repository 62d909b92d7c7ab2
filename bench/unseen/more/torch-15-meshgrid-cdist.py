import torch

ys, xs = torch.meshgrid(torch.linspace(0, 1, 3), torch.linspace(-1, 1, 4), indexing="ij")
grid = torch.stack([ys, xs], dim=-1).reshape(-1, 2)
centers = torch.tensor([[0.0, 0.0], [1.0, 1.0]])
dist = torch.cdist(grid, centers)
nearest = dist.argmin(dim=1)
print(grid.shape, dist.shape)
print(nearest)
print(torch.bincount(nearest, minlength=2))
