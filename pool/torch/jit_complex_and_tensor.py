"""A complex number added to a tensor gives a tensor when scripted (pytorch/pytorch#73228)."""
import torch


def shifted(x: complex, y: torch.Tensor):
    return 2 + torch.add(y, x) + torch.add(x, y)


x, y = 1j, torch.tensor(5j)
eager, scripted = shifted(x, y), torch.jit.script(shifted)(x, y)
print("eager", eager, "scripted", scripted)
assert isinstance(scripted, torch.Tensor)
assert torch.equal(scripted, eager)
