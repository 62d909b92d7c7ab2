import torch
import torch.nn.functional as F

labels = torch.tensor([2, 0, 1, 2])
one_hot = torch.zeros(4, 3).scatter_(1, labels.unsqueeze(1), 1.0)
other = F.one_hot(labels, num_classes=3).float()
print(one_hot)
assert torch.equal(one_hot, other)
counts = torch.zeros(3).scatter_add_(0, labels, torch.ones(4))
print("counts", counts.tolist())
assert counts.tolist() == [1.0, 1.0, 2.0]
idx = torch.zeros(3).index_add(0, labels, torch.tensor([1.0, 2.0, 3.0, 4.0]))
print(idx)
