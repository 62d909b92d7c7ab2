import torch
import torch.nn as nn

torch.manual_seed(0)
net = nn.Sequential(
    nn.Conv3d(1, 2, 3, padding=1),
    nn.BatchNorm3d(2),
    nn.LeakyReLU(0.2),
    nn.MaxPool3d(2),
    nn.Flatten(),
    nn.Linear(2 * 2 * 2 * 2, 4),
    nn.Softplus(),
)
net.eval()
x = torch.randn(2, 1, 4, 4, 4)
y = net(x)
print(y.size(), y)
up = nn.Upsample(scale_factor=2, mode="bilinear", align_corners=False)
print(up(torch.arange(4.0).reshape(1, 1, 2, 2)))
assert (y > 0).all()
