# MaxPool2d with dilation gives an unexpected shape for small inputs
import torch
import torch.nn.functional as F

x = torch.arange(49.).view(1, 1, 7, 7)
out = F.max_pool2d(x, kernel_size=3, stride=1, dilation=2)
print(out)
print(out.size())
assert out.size(2) == 3
try:
    F.max_pool2d(torch.zeros(1, 1, 2, 2), kernel_size=5)
    print("no error raised")
except RuntimeError as e:
    print("error:", e)
