"""A tensor indexed by slice objects can be scripted (pytorch/pytorch#43125)."""
import torch


def middle(x):
    return x[slice(None), slice(1, 3)]


x = torch.arange(8).reshape(2, 4)
print("eager", middle(x).tolist())
scripted = torch.jit.script(middle)(x)
print("scripted", scripted.tolist())
assert torch.equal(scripted, middle(x))
