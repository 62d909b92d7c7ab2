import torch
import torch.nn.functional as F

a = torch.tensor([[1.0, 0.0, 2.0], [0.0, 0.0, 0.0]])
b = torch.tensor([[2.0, 1.0, 0.0], [1.0, 1.0, 1.0]])
print(F.cosine_similarity(a, b, dim=1))
print(F.pairwise_distance(a, b))
print(torch.cdist(a, b))
n = F.normalize(a, p=2, dim=1)
print(n)
print(torch.isnan(n).any().item())
