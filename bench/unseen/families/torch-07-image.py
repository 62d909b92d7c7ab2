import torch
import torch.nn.functional as F

image = torch.arange(2 * 3 * 4 * 4, dtype=torch.float32).view(2, 3, 4, 4) / 96
small = F.interpolate(image, size=(2, 2), mode="area")
large = F.interpolate(image, scale_factor=2, mode="nearest")
print(small.shape, large.shape)
print(small[0, 0])
flipped = torch.flip(image, dims=[3])
print(torch.equal(flipped.flip(-1), image))
patches = F.unfold(image, kernel_size=2, stride=2)
print(patches.shape, patches[0, :, 0])
back = F.fold(patches, output_size=(4, 4), kernel_size=2, stride=2)
assert torch.allclose(back, image)
padded = F.pad(image, (1, 1, 1, 1), mode="reflect")
print(padded.shape, padded[0, 0, 0])
theta = torch.tensor([[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]]).repeat(2, 1, 1)
grid = F.affine_grid(theta, image.shape, align_corners=False)
print(F.grid_sample(image, grid, align_corners=False)[0, 0, 1])
