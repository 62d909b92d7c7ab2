"""A maximum over nothing but -inf still has an index inside the window (pytorch/pytorch#40131)."""
import torch
import torch.nn.functional as F

x = torch.full((1, 1, 4, 4), float("-inf"))
value, index = F.adaptive_max_pool2d(x, (2, 2), return_indices=True)
print(value.flatten().tolist(), index.flatten().tolist())
assert torch.isinf(value).all()
assert (index >= 0).all() and (index < 16).all()
