"""Pruning by a mask of one's own keeps that mask once, not twice (pytorch/pytorch#34257)."""
import torch
from torch.nn.utils import prune

layer = torch.nn.Linear(64, 64)
mask = (torch.arange(64 * 64).reshape(64, 64) % 2).float()
prune.custom_from_mask(layer, "weight", mask)
held = [value for hook in layer._forward_pre_hooks.values() for value in vars(hook).values()]
copies = [value for value in held if isinstance(value, torch.Tensor) and value.numel() == mask.numel()]
print(len(copies), "tensors of the mask's size hang on the hook beside", sorted(dict(layer.named_buffers())))
assert torch.equal(layer.weight == 0, mask == 0)
assert not copies
