"""The gradient of a product is the product of the others, also where one factor is 0 (pytorch/pytorch#773)."""
import torch

x = torch.tensor([2.0, 0.0, 3.0], requires_grad=True)
torch.prod(x).backward()
print(x.grad.tolist())
assert x.grad.tolist() == [0.0, 6.0, 0.0]
