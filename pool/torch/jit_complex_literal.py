"""A complex literal stays complex when scripted (pytorch/pytorch#36368)."""
import torch


def shifted(a):
    return a + (1 + 1j)


x = torch.tensor([1])
eager, scripted = shifted(x), torch.jit.script(shifted)(x)
print("eager", eager.tolist(), "scripted", scripted.tolist())
assert scripted.dtype == eager.dtype
assert torch.equal(scripted, eager)
