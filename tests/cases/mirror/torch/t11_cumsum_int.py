import torch

x = torch.tensor([[1, 2, 3], [4, 5, 6]], dtype=torch.int8)
s = torch.cumsum(x, dim=1)
print(s.dtype, s)
q = x // 2
r = x % 4
print(q, r)
m = (x.float() / 3).mean(dim=0, keepdim=True)
assert m.shape == (1, 3)
