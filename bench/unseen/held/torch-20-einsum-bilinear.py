import torch

torch.manual_seed(2)
x = torch.randn(3, 4)
W = torch.randn(5, 4, 6)
y = torch.randn(3, 6)
z = torch.einsum("bi,kij,bj->bk", x, W, y)
print(z.shape)
ref = torch.stack([((x @ W[k]) * y).sum(1) for k in range(5)], dim=1)
print((z - ref).abs().max() < 1e-4)
t = torch.tensordot(x, W, dims=([1], [1]))
print(t.shape)
print(torch.kron(torch.eye(2), torch.ones(1, 2)))
