"""The sign of a small complex number has absolute value 1 at every position (tensorflow/tensorflow#50883). The twin of that report's program."""
import torch

z = torch.full((9,), 1e-30 + 0j, dtype=torch.complex64)
result = torch.sgn(z)
print(result[[0, 8]].tolist())
size = result.abs()
assert ((size - 1.0).abs() < 1e-5).all(), size.tolist()
