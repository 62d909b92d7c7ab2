import torch
import torch.nn as nn

torch.manual_seed(0)
mha = nn.MultiheadAttention(embed_dim=8, num_heads=2, batch_first=True)
x = torch.randn(2, 5, 8)
out, weights = mha(x, x, x)
print(out.shape, weights.shape)
print(torch.allclose(weights.sum(-1), torch.ones(2, 5), atol=1e-5))
