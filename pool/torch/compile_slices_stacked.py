"""Special functions of a slice, stacked along the last dimension, are the same compiled (pytorch/pytorch#185702)."""
import torch
from torch.nn import functional as F


def features(table, y, alpha, beta):
    x = table[..., 16]
    positive, rates = F.softplus(x) + 1e-4, F.softplus(y) + 1e-4
    gamma = torch.special.gammaln(positive + alpha.view(1, -1))
    error = torch.special.erf(x * beta.view(1, -1))
    product = torch.special.xlogy(positive, rates)
    return torch.stack((gamma, error, product), dim=-1)


torch.manual_seed(0)
inputs = torch.randn(4, 8, 32), torch.randn(4, 8), torch.rand(8) + 0.5, torch.rand(8)
eager, compiled = features(*inputs), torch.compile(features)(*inputs)
print(tuple(compiled.shape), "largest difference", (eager - compiled).abs().max().item())
torch.testing.assert_close(compiled, eager, rtol=1e-4, atol=1e-4)
