"""torch.div of a tensor by a number into a given tensor can be scripted (pytorch/pytorch#36370)."""
import torch


def divide(a, b: float, out):
    return torch.div(a, b, out=out)


a = torch.tensor([2.0])
eager = divide(a, 2.0, torch.empty(0))
print("eager", eager.tolist())
scripted = torch.jit.script(divide)(a, 2.0, torch.empty(0))
print("scripted", scripted.tolist())
assert torch.equal(scripted, eager)
