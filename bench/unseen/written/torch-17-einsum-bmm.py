import torch

torch.manual_seed(0)
a = torch.randn(2, 3, 4)
b = torch.randn(2, 4, 5)
r1 = torch.bmm(a, b)
r2 = torch.einsum("bij,bjk->bik", a, b)
r3 = a @ b
torch.testing.assert_close(r1, r2)
torch.testing.assert_close(r1, r3)
tr = torch.einsum("ii", torch.eye(3))
out = torch.einsum("i,j->ij", torch.arange(3.0), torch.arange(4.0))
print(tr.item(), out)
print(torch.tensordot(a, b, dims=([2], [1])).shape)
print(torch.baddbmm(torch.ones(2, 3, 5), a, b, beta=0.5, alpha=2).sum())
print(torch.kron(torch.eye(2), torch.ones(2, 2)))
