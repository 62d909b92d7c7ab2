import torch
from torch import nn

torch.manual_seed(3)
x1 = torch.randn(2, 4, 10)
c1 = nn.Conv1d(4, 8, 3, padding=1, groups=2)
x3 = torch.randn(1, 2, 4, 4, 4)
c3 = nn.Conv3d(2, 3, kernel_size=2, stride=2, bias=False)
dw = nn.Conv2d(3, 3, 3, groups=3, padding='same')
gn = nn.GroupNorm(2, 8)
print(c1(x1).shape, c3(x3).shape, dw(torch.ones(1, 3, 5, 5)).shape)
out = gn(c1(x1))
assert out.mean().abs() < 1e-5
pool = nn.AvgPool1d(2)
print(pool(x1).mean(), nn.MaxPool1d(3, stride=2)(x1).sum())
