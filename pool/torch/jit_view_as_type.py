"""Bytes seen as another element type can be scripted (pytorch/pytorch#154407)."""
import torch


def as_half(x):
    return x.view(torch.float16).float()


x = torch.arange(6, dtype=torch.uint8)
print("eager", as_half(x).tolist())
scripted = torch.jit.script(as_half)(x)
print("scripted", scripted.tolist())
assert torch.equal(scripted, as_half(x))
