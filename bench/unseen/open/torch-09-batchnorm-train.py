import torch
import torch.nn as nn

torch.manual_seed(0)
bn = nn.BatchNorm1d(3)
x = torch.randn(8, 3) * 4 + 2
y = bn(x)
print(y.mean(0), y.std(0, unbiased=False))
bn.eval()
z = bn(x)
print(z.shape)
print(bn.running_mean.shape)
