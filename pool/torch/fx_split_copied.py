"""What split_module made can be copied, even a part that returns nothing (pytorch/pytorch#138207)."""
import copy

import torch
from torch.fx.experimental.proxy_tensor import make_fx
from torch.fx.passes.split_module import split_module


def increase(x):
    x.add_(1)


graph = make_fx(increase, tracing_mode="fake")(torch.zeros(3))
parts = split_module(graph, None, lambda node: 1)
duplicate = copy.deepcopy(parts)
x = torch.zeros(3)
duplicate(x)
print(x.tolist())
assert x.tolist() == [1.0, 1.0, 1.0]
