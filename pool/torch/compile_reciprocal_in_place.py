"""A function that overwrites its intermediate by reciprocal_ must give the same compiled (pytorch/pytorch#93824)."""
import torch


def mixed(x):
    half = x * 0.5
    whole = half + 1.0
    half.reciprocal_()
    return torch.sin(half) + whole


x = torch.tensor([1.0, 2.0, -4.0, 0.25])
eager = mixed(x.clone())
compiled = torch.compile(mixed)(x.clone())
print(eager.tolist(), compiled.tolist())
torch.testing.assert_close(compiled, eager)
