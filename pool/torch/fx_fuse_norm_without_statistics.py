"""A BatchNorm that keeps no statistics is left alone by fusing (pytorch/pytorch#71259)."""
import torch
from torch.fx.experimental import optimization

torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Conv2d(3, 4, 3, stride=2), torch.nn.BatchNorm2d(4, track_running_stats=False)).eval()
x = torch.rand(2, 3, 9, 9)
with torch.no_grad():
    plain, fused = model(x), optimization.fuse(model)(x)
print("largest difference", (plain - fused).abs().max().item())
torch.testing.assert_close(fused, plain)
