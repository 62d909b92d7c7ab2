"""A tensor can be compared with True in a scripted function (pytorch/pytorch#75465)."""
import torch


def ones():
    return torch.arange(-1, 2) == True  # noqa: E712


print("eager", ones().tolist())
scripted = torch.jit.script(ones)()
print("scripted", scripted.tolist())
assert torch.equal(scripted, ones())
