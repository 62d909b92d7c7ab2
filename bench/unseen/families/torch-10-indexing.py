import torch

x = torch.arange(24).reshape(2, 3, 4)
print(x[..., -1], x[:, 1:, ::2], x[x % 5 == 0])
rows = torch.tensor([0, 1, 1])
cols = torch.tensor([2, 0, 1])
print(x[rows, cols], x.index_select(2, cols), torch.take(x, torch.tensor([0, 5, 23])))
y = torch.zeros(3, 5).scatter_(1, torch.tensor([[0], [3], [4]]), 1.0)
print(y)
z = torch.zeros(4).index_add_(0, torch.tensor([0, 2, 2]), torch.tensor([1.0, 2.0, 3.0]))
print(z, torch.gather(y, 1, torch.tensor([[0, 1], [3, 3], [0, 4]])))
m = torch.full((3, 3), 7.0)
m[1, :] = 0
m[:, 2] += 1
m[m > 7] = -1
print(m, m.masked_select(m < 0), torch.nonzero(m).tolist())
print(torch.where(m > 0, m, torch.zeros_like(m)).sum(), m.diagonal(), x.narrow(1, 0, 2).shape)
print(torch.masked_fill(m, m == 0, 9), torch.bucketize(torch.tensor([0.5, 2.5]), torch.tensor([0.0, 1.0, 2.0])))
