import torch
import torch.nn.functional as F

img = torch.randn(2, 3, 9, 9)
kernel = torch.randn(6, 3, 3, 3)
out = F.conv2d(img, kernel, stride=2, padding=(1, 2))
print(out.shape)
assert tuple(out.shape) == (2, 6, 5, 6)
pooled = F.max_pool2d(F.relu(out), kernel_size=2)
print(pooled.sum())
