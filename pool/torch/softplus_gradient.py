"""The derivative of softplus at 0 is 1/2 (jax-ml/jax#2107). The twin of that report's program."""
import torch

x = torch.zeros(1, requires_grad=True)
torch.nn.functional.softplus(x).backward()
print(x.grad.item())
assert x.grad.item() == 0.5
