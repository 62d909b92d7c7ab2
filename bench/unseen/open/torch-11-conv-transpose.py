import torch
import torch.nn as nn

torch.manual_seed(7)
down = nn.Conv2d(1, 4, kernel_size=3, stride=2, padding=1)
up = nn.ConvTranspose2d(4, 1, kernel_size=3, stride=2, padding=1, output_padding=1)
x = torch.randn(1, 1, 8, 8)
h = down(x)
y = up(torch.relu(h), output_size=None) if False else up(torch.relu(h))
print(h.shape, y.shape)
assert y.shape == x.shape
