"""Arithmetic of a value taken by item() with integer tensors compiles (pytorch/pytorch#164686)."""
import torch

torch._dynamo.config.capture_scalar_outputs = True


def mixed(a, b, weight):
    one = torch.full((), 1.0).item()
    left = one + (a - 3)
    right = 1 / -10 + b / -5
    return left * right * weight


a, b = torch.tensor(4), torch.tensor(7)
weight = torch.tensor(1.0, requires_grad=True)
eager = mixed(a, b, weight)
compiled = torch.compile(mixed, fullgraph=True, dynamic=True)(a, b, weight)
compiled.backward()
print("eager", eager.item(), "compiled", compiled.item(), "gradient", weight.grad.item())
torch.testing.assert_close(compiled, eager)
