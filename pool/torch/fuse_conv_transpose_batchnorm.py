"""A transposed convolution and its BatchNorm can be fused (pytorch/pytorch#69797)."""
import torch

torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.ConvTranspose2d(3, 5, 2), torch.nn.BatchNorm2d(5)).eval()
with torch.no_grad():
    model[1].running_mean.copy_(torch.arange(5.0))
    model[1].running_var.copy_(torch.arange(5.0) + 0.5)
x = torch.rand(1, 3, 4, 4)
fused = torch.ao.quantization.fuse_modules(model, [["0", "1"]])
print(type(fused[0]).__name__, type(fused[1]).__name__)
torch.testing.assert_close(fused(x), model(x), rtol=1e-4, atol=1e-5)
