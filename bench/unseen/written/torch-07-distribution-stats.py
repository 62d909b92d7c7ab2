import torch

x = torch.tensor([[1.0, 2.0, 4.0], [3.0, 3.0, 9.0]], dtype=torch.float64)
mean, std = x.mean(dim=1, keepdim=True), x.std(dim=1, keepdim=True, unbiased=False)
z = (x - mean) / std
print(z)
q = torch.quantile(x, 0.5, dim=1)
print("median:", q)
cov = torch.cov(x)
cc = torch.corrcoef(x)
print(cov, cc)
assert torch.allclose(q, torch.tensor([2.0, 3.0], dtype=torch.float64))
assert cov.shape == (2, 2)
values, indices = torch.var_mean(x, dim=0)
print(values, indices)
