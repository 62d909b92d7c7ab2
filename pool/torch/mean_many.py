"""The mean of many equal numbers is that number (tensorflow/tensorflow#33373). The twin of that report's program."""
import torch

x = torch.full((12_000_000, 3), 3.0)
mean = x.mean(dim=0).tolist()
print(mean)
assert all(abs(value - 3.0) < 3e-4 for value in mean)
