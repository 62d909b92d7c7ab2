import math

import torch
import torch.nn.functional as F


def attention(q, k, v, mask=None):
    d = q.size(-1)
    scores = torch.matmul(q, k.transpose(-2, -1)) / math.sqrt(d)
    if mask is not None:
        scores = scores.masked_fill(mask == 0, float("-inf"))
    weights = F.softmax(scores, dim=-1)
    return torch.matmul(weights, v), weights


torch.manual_seed(0)
q = torch.randn(2, 4, 8)
k = torch.randn(2, 4, 8)
v = torch.randn(2, 4, 8)
mask = torch.tril(torch.ones(4, 4))
out, weights = attention(q, k, v, mask)
print(out.shape, weights[0, 0])
assert not torch.isnan(out).any()
