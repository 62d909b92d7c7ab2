"""A defaultdict that makes sets can be filled in compiled code (pytorch/pytorch#130554)."""
from collections import defaultdict

import torch


def waves(x):
    groups = defaultdict(set)
    groups["first"].add(x.cos())
    groups["second"].add(x.sin())
    return groups


x = torch.arange(6.0).reshape(2, 3)
groups = torch.compile(waves, backend="eager", fullgraph=True)(x)
print(sorted(groups), [len(groups[name]) for name in sorted(groups)])
assert torch.equal(next(iter(groups["second"])), x.sin())
