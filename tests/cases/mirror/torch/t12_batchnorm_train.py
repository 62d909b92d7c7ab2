import torch
import torch.nn as nn

bn = nn.BatchNorm2d(3, momentum=0.5)
x = torch.arange(2 * 3 * 2 * 2, dtype=torch.float32).reshape(2, 3, 2, 2)
y = bn(x)
print(y.mean(dim=(0, 2, 3)))
print(bn.running_mean)
bn.eval()
z = bn(x)
print(z[0, 0])
