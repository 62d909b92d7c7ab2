"""The difference of two sets has one dimension, whatever the shape of the first (jax-ml/jax#32402). The twin of that report's program."""
import torch

a, b = torch.zeros(1, 1), torch.zeros(1)
shapes = [tuple(a[~torch.isin(a, b, assume_unique=unique)].shape) for unique in (False, True)]
print(shapes)
assert shapes == [(0,), (0,)]
