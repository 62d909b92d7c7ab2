import torch

v = torch.tensor([3, 1, 3, 2, 1, 1])
u, counts = torch.unique(v, return_counts=True)
print(u, counts)
print(torch.bincount(v, minlength=6))
print(torch.nonzero(v == 1))
print(torch.histc(v.float(), bins=3, min=1, max=3))
print(torch.searchsorted(u, torch.tensor([2])))
