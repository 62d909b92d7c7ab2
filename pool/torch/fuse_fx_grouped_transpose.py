"""A transposed convolution with groups and its BatchNorm can be fused (pytorch/pytorch#180995)."""
import torch
from torch.ao.quantization.quantize_fx import fuse_fx

torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.ConvTranspose2d(4, 4, 3, padding=1, groups=2, bias=False), torch.nn.BatchNorm2d(4)).eval()
x = torch.rand(1, 4, 5, 5)
print("plain", tuple(model(x).shape))
fused = fuse_fx(model)
print("fused", tuple(fused(x).shape))
torch.testing.assert_close(fused(x), model(x))
