"""copysign takes the sign of -0.0 as negative, compiled as well (pytorch/pytorch#174172)."""
import torch


def signed(x):
    return torch.copysign(x, -0.0)


x = torch.tensor([1.5, -2.0, 0.25, -4.0, 3.0, 0.5])
eager, compiled = signed(x).tolist(), torch.compile(signed)(x).tolist()
print("eager", eager, "compiled", compiled)
assert all(value < 0 for value in eager)
assert compiled == eager
