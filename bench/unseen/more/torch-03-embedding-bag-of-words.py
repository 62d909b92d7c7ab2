import torch
import torch.nn as nn

torch.manual_seed(0)
emb = nn.Embedding(20, 5, padding_idx=0)
tokens = torch.tensor([[3, 4, 0, 0], [5, 6, 7, 0]])
vectors = emb(tokens)
mask = (tokens != 0).unsqueeze(-1).float()
mean = (vectors * mask).sum(dim=1) / mask.sum(dim=1)
print(mean.shape)
print(vectors[0, 2])
assert torch.equal(vectors[0, 3], torch.zeros(5))
