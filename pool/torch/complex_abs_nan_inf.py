"""The absolute value of nan + inf j is infinite at every position, as hypot defines it (pytorch/pytorch#41246)."""
import torch

x = torch.full((300,), complex(float("nan"), float("inf")), dtype=torch.complex64)
size = torch.abs(x)
print("infinite at", torch.isinf(size).sum().item(), "of", size.numel())
assert torch.isinf(size).all()
