"""make_fx traces a function with real tensors (pytorch/pytorch#138210)."""
import torch
from torch.fx.experimental.proxy_tensor import make_fx


def increase(x):
    return x + 1.0


graph = make_fx(increase)(torch.zeros(3))
print(graph(torch.ones(3)).tolist())
assert graph(torch.ones(3)).tolist() == [2.0, 2.0, 2.0]
