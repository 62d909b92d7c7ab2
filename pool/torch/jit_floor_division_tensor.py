"""A tensor divided with // stays a tensor when scripted (pytorch/pytorch#27512)."""
import torch


def half(x):
    return x // 2


x = torch.tensor([4, -5])
eager, scripted = half(x), torch.jit.script(half)(x)
print("eager", eager, "scripted", scripted)
assert isinstance(scripted, torch.Tensor)
assert torch.equal(scripted, eager)
