import torch

a = torch.arange(9.0).view(3, 3)
print(torch.roll(a, shifts=(1, -1), dims=(0, 1)))
print(torch.flip(a, [1]))
print(torch.triu(a, diagonal=1), torch.diagonal(a))
print(torch.rot90(a))
print(torch.cat([a, a.t()], dim=1).chunk(2, dim=0)[1])
print(torch.cumprod(a[1], dim=0), torch.diff(a, dim=0))
