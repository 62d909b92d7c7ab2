"""A convolution that is called with and without BatchNorm after it is not folded (pytorch/pytorch#104593)."""
import torch
from torch.fx.experimental import optimization


class Twice(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.conv, self.norm = torch.nn.Conv2d(1, 1, 1), torch.nn.BatchNorm2d(1)

    def forward(self, x, y):
        return self.conv(x) + self.norm(self.conv(y))


torch.manual_seed(0)
model = Twice().eval()
model.norm.weight.data.fill_(3.0)
x, y = torch.rand(2, 1, 4, 4), torch.rand(2, 1, 4, 4)
with torch.no_grad():
    plain, fused = model(x, y), optimization.fuse(model)(x, y)
print("largest difference", (plain - fused).abs().max().item())
torch.testing.assert_close(fused, plain, rtol=1e-4, atol=1e-5)
