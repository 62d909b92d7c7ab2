"""The gradient of a product with several zeros is 0 everywhere, whichever way it is asked for (pytorch/pytorch#194699)."""
import torch

x = torch.tensor([[1e13, 0.0, 0.0], [1e13, 1e13, 0.0], [1e13, 1e13, 1e13]])
leaf = x.clone().requires_grad_()
torch.prod(leaf).backward()
gradient = torch.func.grad(torch.prod)(x)
print(leaf.grad.tolist(), gradient.tolist())
assert (leaf.grad == 0).all()
assert (gradient == 0).all()
