import torch
import torch.nn.functional as F

img = torch.arange(16, dtype=torch.float32).reshape(1, 1, 4, 4)
up = F.interpolate(img, scale_factor=2, mode="nearest")
bil = F.interpolate(img, size=(8, 8), mode="bilinear", align_corners=False)
print(up.shape, bil[0, 0, 0, :4])
pooled = F.adaptive_avg_pool2d(img, (2, 2))
print(pooled)
padded = F.pad(img, (1, 1, 1, 1), mode="reflect")
print(padded.shape)
unfolded = F.unfold(img, kernel_size=2, stride=2)
print(unfolded.shape)
assert up.shape == (1, 1, 8, 8)
assert pooled.flatten().tolist() == [2.5, 4.5, 10.5, 12.5]
