import torch

src = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
index = torch.tensor([[0, 2, 1], [1, 0, 2]])
g = torch.gather(src, 1, index)
print(g)
z = torch.zeros(2, 3)
z.scatter_(1, index, src)
print(z)
acc = torch.zeros(3).index_add(0, torch.tensor([0, 0, 2]), torch.tensor([1.0, 1.0, 5.0]))
print(acc)
print(torch.index_select(src, 1, torch.tensor([0, 2])))
