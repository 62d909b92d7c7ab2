import torch
import torch.nn.functional as F

img = torch.arange(16.0).view(1, 1, 4, 4)
up = F.interpolate(img, scale_factor=2, mode="bilinear", align_corners=False)
print(up.shape)
down = F.interpolate(img, size=(2, 2), mode="nearest")
print(down)
pad = F.pad(img, (1, 1, 1, 1), mode="reflect")
print(pad[0, 0])
